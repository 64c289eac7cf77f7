"""A real browser without a window, and a page that it looks at."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.needed import program

SIZES = {
    "phone": (390, 844),
    "phone, turned": (844, 390),
    "tablet": (820, 1180),
    "wall": (1920, 1080),
}
PATIENCE = 20.0
"""Seconds after which what is waited for will not come."""


class Browser:
    """Chromium, with what tests ask of a page."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        """Be a screen of that size; it may be one that prefers dark pages."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        wish = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})

    def lifecycle(self, state: str) -> None:
        """Let the page be "frozen", as on a phone that sleeps, or "active" again."""
        self.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": state})

    def one(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        return str(self.one(css).get_attribute("textContent"))

    def wait(self, script: str, *values: Any) -> None:  # noqa: ANN401 - whatever JavaScript takes
        """Wait until something is true on the page."""
        waits = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02)
        waits.until(lambda driver: driver.execute_script(f"return {script}", *values))

    def overflows(self) -> list[str]:
        """Name what is wider than its room: the page itself, or what scrolls up and down in it."""
        script = (
            "const inner = document.querySelectorAll('#log, #screen, dialog');"
            "return [document.documentElement, ...inner]"
            ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id || 'page')"
        )
        return [str(one) for one in self.driver.execute_script(script)]

    def fits(self) -> bool:
        """Tell whether all of the page can be seen at once: nobody scrolls on a wall."""
        script = "return document.documentElement.scrollHeight <= innerHeight"
        return bool(self.driver.execute_script(script))

    def faults(self) -> list[str]:
        """Look at the page by the rules of axe-core."""
        spec = importlib.util.find_spec("axe_core_python")
        assert spec is not None
        assert spec.origin is not None
        rules = (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")
        self.driver.execute_script(rules)
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then((found) => done(found.violations))"
        )
        return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]

    def errors(self) -> list[str]:
        """Give what the browser has complained of since it was last asked."""
        found = self.driver.execute("getLog", {"type": "browser"})["value"]
        return [str(one["message"]) for one in found]


@contextmanager
def browser() -> Iterator[Browser]:
    """Open a browser, or skip where there is none."""
    options = ChromeOptions()
    options.binary_location = program("chromium", "chromium chromium-driver")
    for one in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{one}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, Service(program("chromedriver", "chromium chromium-driver")))
    driver.set_script_timeout(PATIENCE)
    try:
        yield Browser(driver)
    finally:
        driver.quit()
