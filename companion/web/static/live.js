// Follows the companion: what it sends is shown, and whoever may help sends presses.
"use strict";

const hello = JSON.parse(document.body.dataset.hello);
const view = new GameView(explain);
let words = hello.words[hello.languages[0][0]];
const line = new Line({
  game(game) { view.setGame(game); get("saving").hidden = false; },
  frames({ from, frames }) { view.addFrames(from, frames); },
  now(now) { view.setNow(now); notice(now.notice); },
  nothing() { notice(words.no_game); },
  screen: showScreen,
});
let screen = null;

function remembered(key, otherwise) {
  try { return localStorage.getItem(key) || otherwise; } catch { return otherwise; }
}

function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* a private window: not for the next time */ }
}

const codes = hello.languages.map(([code]) => code);
const own = (navigator.languages || []).map((one) => one.slice(0, 2)).find((one) => codes.includes(one));
let language = remembered("dubsar-language", own || hello.language);
if (!codes.includes(language)) language = hello.language;

function setLanguage(code) {
  language = code;
  words = hello.words[code];
  document.documentElement.lang = code;
  get("language").ariaLabel = words.language;
  get("help-heading").textContent = words.help;
  get("who-words").textContent = words.your_name;
  get("write").textContent = words.write;
  get("written").ariaLabel = words.write;
  for (const id of ["record", "photographed", "lines"]) get(id).textContent = words[id];
  get("record").href = `game.html?lang=${code}`;
  get("photographed").href = `game.html?lang=${code}&photographs=1`;
  get("lines").href = "record.jsonl";
  line.follow(`stream?lang=${code}`, words);
}

async function explain(n) {
  const answer = await fetch(`why?event=${n}&lang=${language}`);
  return answer.ok ? answer.json() : { reasons: [], photographs: [] };
}

// In a hall all its tables are shown above.
if (hello.hall) {
  const { words, table } = hello.hall;
  get("hall").hidden = false;
  Object.assign(get("way-back"), { href: "../../", textContent: words.title });
  new Line({ hall({ tables }) { showTables(tables, words, "../", table); } }).follow("../../stream", words);
}

// Helping at the table.

async function press(what) {
  const body = JSON.stringify({ page: screen.page, who: get("who").value, ...what });
  try {
    const answer = await fetch("press", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    get("answer").textContent = answer.ok ? "" : words.late;
  } catch { get("answer").textContent = words.lost; }
}

function showScreen(shown) {
  screen = shown;
  get("screen-title").textContent = shown.title;
  const marked = (shown.parts.find((part) => part.chosen) || { text: "" }).text;
  get("screen").replaceChildren(...shown.parts.map((part) => {
    const words = [html("span", { textContent: part.text })];
    if (part.value) words.push(html("span", { textContent: part.value }));
    if (!part.target) return html("p", { className: part.struck ? "struck" : "" }, ...words);
    const made = html("button", { type: "button", className: part.struck ? "row struck" : "row",
      onclick: () => press({ target: part.target, row: part.text }) }, ...words);
    if (part.chosen) made.ariaCurrent = "true";
    return made;
  }));
  get("writing").hidden = !shown.types;
  get("labels").replaceChildren(...shown.labels.map(({ button, label }) =>
    html("button", { type: "button", textContent: label, disabled: !label, hidden: !label, onclick: () => press(button === "ok" ? { button, row: marked } : { button }) })));
}

get("photographed").parentNode.hidden = !hello.photographs;
get("help").hidden = !hello.helps;
get("who").value = remembered("dubsar-who", "");
get("who").onchange = () => remember("dubsar-who", get("who").value);
get("writing").onsubmit = (event) => {
  event.preventDefault();
  press({ name: get("written").value });
  get("written").value = "";
};
get("language").hidden = false;
get("language").append(...hello.languages.map(([code, name]) => html("option", { value: code, textContent: name, lang: code })));
get("language").value = language;
get("language").onchange = () => {
  remember("dubsar-language", get("language").value);
  setLanguage(get("language").value);
};
setLanguage(language);
