// All tables at a glance. What comes goes into the page as text, never as markup.
"use strict";

// ``way`` leads to their pages; ``open`` is the table whose page this is.
function showTables(tables, words, way, open) {
  get("tables").replaceChildren(...tables.map((table) => {
    const mark = !table.online ? words.offline : table.attention ? words.attention : "";
    const made = html("li", { className: mark && table.online ? "attention" : "" });
    const link = html("a", { href: `${way}${encodeURIComponent(table.name)}/`, textContent: table.name });
    if (table.name === open) link.ariaCurrent = "page";
    made.append(link);
    if (mark) made.append(html("span", { className: "mark", textContent: mark }));
    for (const key of ["turn", "points", "last"])
      if (table[key]) made.append(html("p", { className: key, textContent: table[key] }));
    return made;
  }));
}
