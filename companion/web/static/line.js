// What somebody sends as long as a page is open; it is asked for again once it ends, or is silent.
"use strict";

const QUIET = 25000; // milliseconds without a sign of life after which it counts as ended

function notice(text) {
  get("notice").textContent = text;
  get("notice").hidden = !text;
}

class Line {
  // ``takers`` has a function for each kind of message.
  constructor(takers) {
    this.takers = { tick() {}, ...takers };
    setInterval(() => {
      if (this.source.readyState === EventSource.CLOSED || this.isQuiet(QUIET)) this.lost();
    }, 3000);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.isQuiet(QUIET / 2)) this.connect();
    });
  }

  follow(address, words) {
    Object.assign(this, { address, words });
    this.connect();
  }

  isQuiet(time) {
    return Date.now() - this.heard > time;
  }

  connect() {
    if (this.source) this.source.close();
    this.heard = Date.now();
    this.source = new EventSource(this.address);
    for (const [name, take] of Object.entries(this.takers))
      this.source.addEventListener(name, (event) => {
        this.heard = Date.now();
        take(JSON.parse(event.data));
      });
    this.source.onerror = () => this.lost();
  }

  async lost() {
    notice(this.words.lost);
    try {
      const answer = await fetch(this.address.replace(/stream.*/, "alive"));
      if (answer.status === 404) notice(this.words.stale);
      else if (answer.ok) this.connect();
    } catch { /* it is not there: the next look tries again */ }
  }
}
