// The hall: its tables, and the games that are over. What comes goes into the page as text, never as markup.
"use strict";

const words = JSON.parse(document.body.dataset.words);

function show(hall) {
  notice(hall.unreached ? words.unreached : hall.tables.length ? "" : words.none);
  showTables(hall.tables, words, "table/");
  get("over").hidden = !hall.results.length;
  get("results").replaceChildren(...hall.results.map((one) => {
    const when = new Date(one.ended).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const way = `game/${encodeURIComponent(one.place)}/${encodeURIComponent(one.game)}`;
    const page = html("a", { href: way, textContent: `${one.place}, ${when}` });
    const record = html("a", { href: `${way}?record`, textContent: words.record, className: "record" });
    return html("li", {}, page, html("span", { textContent: one.points }), record);
  }));
}

get("title").textContent = document.title = words.title;
get("results-heading").textContent = words.results;
new Line({ hall: show }).follow("stream", words);
