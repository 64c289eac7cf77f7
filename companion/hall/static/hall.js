// All tables at a glance. What comes goes into the page as text, never as markup.
"use strict";

const QUIET = 25000; // milliseconds without a sign of life after which the line is made anew
const words = JSON.parse(document.body.dataset.words);
const get = (id) => document.getElementById(id);
let source = null;
let heard = Date.now();

function html(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function notice(text) {
  get("notice").textContent = text;
  get("notice").hidden = !text;
}

function show(hall) {
  notice(hall.tables.length ? "" : words.none);
  get("tables").replaceChildren(...hall.tables.map((table) => {
    const mark = !table.online ? words.offline : table.attention ? words.attention : "";
    const made = html("li", { className: mark && table.online ? "attention" : "" });
    if (mark) made.append(html("span", { className: "mark", textContent: mark }));
    made.append(html("a", { href: `table/${encodeURIComponent(table.name)}/`, textContent: table.name }));
    for (const key of ["turn", "points", "last"])
      if (table[key]) made.append(html("p", { className: key, textContent: table[key] }));
    return made;
  }));
  get("over").hidden = !hall.results.length;
  get("results").replaceChildren(...hall.results.map((one) => {
    const when = new Date(one.ended).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const way = `game/${encodeURIComponent(one.place)}/${encodeURIComponent(one.game)}`;
    const page = html("a", { href: way, textContent: `${one.place}, ${when}` });
    const record = html("a", { href: `${way}?record`, textContent: words.record, className: "record" });
    return html("li", {}, page, html("span", { textContent: one.points }), record);
  }));
}

function connect() {
  if (source) source.close();
  heard = Date.now();
  source = new EventSource("stream");
  source.addEventListener("tick", () => { heard = Date.now(); });
  source.addEventListener("hall", (event) => { heard = Date.now(); show(JSON.parse(event.data)); });
  source.onerror = () => notice(words.lost);
}

setInterval(() => {
  if (source.readyState === EventSource.CLOSED || Date.now() - heard > QUIET) connect();
}, 3000);
get("title").textContent = document.title = words.title;
get("results-heading").textContent = words.results;
connect();
