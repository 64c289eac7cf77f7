// Draws a game: the board, the score, what has happened. It knows no game; all words come with
// the data, and go into the page as text, never as markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const get = (id) => document.getElementById(id);

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function html(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

class GameView {
  // ``explain(n)`` gives, as a promise, the reasons and the photographs of event n.
  constructor(explain) {
    this.explain = explain;
    this.game = null;
    this.frames = [];
    this.now = { gone: [], ended: "" };
    this.at = 0;
    this.following = true;
    this.turned = false;
    this.timer = null;
    get("first").onclick = () => this.go(0);
    get("earlier").onclick = () => this.go(this.at - 1);
    get("later").onclick = () => this.go(this.at + 1);
    get("last").onclick = () => this.go(this.frames.length - 1);
    get("moment").oninput = (event) => this.go(Number(event.target.value));
    get("play").onclick = () => this.playOrStop();
    get("turn").onclick = () => this.turn();
    get("close").onclick = () => get("why").close();
    addEventListener("keydown", (event) => this.key(event));
  }

  setGame(game) {
    this.game = game;
    this.frames = [];
    this.players = Object.fromEntries(game.players.map((one) => [one.id, one]));
    const words = game.words;
    document.documentElement.lang = game.language;
    for (const id of ["first", "earlier", "later", "play", "turn"]) get(id).ariaLabel = words[id];
    get("last").ariaLabel = words.now;
    get("moment").ariaLabel = words.event;
    get("close").textContent = words.close;
    get("log-heading").textContent = words.log;
    get("curve-heading").textContent = words.curve;
    get("curve").setAttribute("aria-label", words.curve);
    get("board").setAttribute("aria-label", `${words.board}: ${game.title}`);
    this.drawGround();
    for (const id of ["table", "side", "past"]) get(id).hidden = false;
    this.following = true;
  }

  addFrames(from, frames) {
    this.frames.length = from;
    this.frames.push(...frames);
    get("moment").max = this.frames.length - 1;
    this.writeLog();
    this.drawCurve();
    this.show(this.following ? this.frames.length - 1 : Math.min(this.at, this.frames.length - 1));
  }

  setNow(now) {
    this.now = now;
    this.writeLog();
    this.show(this.at);
  }

  key(event) {
    if (event.target.closest("input, select, dialog") || !this.frames.length) return;
    if (event.key === "ArrowLeft") this.go(this.at - 1);
    if (event.key === "ArrowRight") this.go(this.at + 1);
  }

  go(number) {
    this.stop();
    this.show(number);
  }

  playOrStop() {
    if (this.timer) return this.stop();
    if (this.at === this.frames.length - 1) this.show(0);
    get("play").textContent = "□";
    get("play").ariaLabel = this.game.words.stop;
    this.timer = setInterval(() => {
      if (this.at + 1 < this.frames.length) this.show(this.at + 1);
      if (this.at === this.frames.length - 1) this.stop();
    }, 1200);
  }

  // For whoever sits at the other side of the table.
  turn() {
    this.turned = !this.turned;
    this.drawGround();
    this.show(this.at);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    get("play").textContent = "▷";
    if (this.game) get("play").ariaLabel = this.game.words.play;
  }

  // Says that the game was ended early, at its last moment.
  endedAt(number) {
    return number === this.frames.length - 1 ? this.now.ended : "";
  }

  show(number) {
    const last = this.frames.length - 1;
    if (last < 0) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(number, last));
    this.following = this.at === last;
    const frame = this.frames[this.at];
    get("moment").value = this.at;
    get("moment").ariaValueText = `${this.at}. ${frame.text}`;
    get("earlier").disabled = get("first").disabled = this.at === 0;
    get("later").disabled = get("last").disabled = this.at === last;
    get("title").textContent = document.title = this.endedAt(this.at) || frame.title;
    const when = this.following ? [] : [`${this.at} / ${last}`];
    get("progress").textContent = [...when, ...frame.progress].join(" · ");
    document.body.classList.toggle("past", !this.following);
    const text = frame.text || this.game.words.nothing;
    get("event").textContent = frame.n ? `${frame.n}. ${text}` : text;
    this.drawPieces(frame, this.frames[this.at - 1]);
    this.writeScore(frame);
    this.writeBeside(frame);
    for (const n of [before, this.at]) this.markRow(n);
  }

  // The board.

  drawGround() {
    const board = this.game.board;
    const drawn = get("board");
    drawn.setAttribute("viewBox", board.view.join(" "));
    const ground = svg("g", {});
    for (const field of board.fields) {
      const points = field.corners.map((one) => one.join(",")).join(" ");
      ground.append(svg("polygon", { points, fill: field.fill, stroke: field.fill, "stroke-width": 2 }));
    }
    for (const [x1, y1, x2, y2] of board.lines)
      ground.append(svg("line", { x1, y1, x2, y2, stroke: "#6e6356", "stroke-width": 2.5 }));
    const r = board.radius;
    this.spots = {};
    for (const spot of board.spots) {
      const [x, y] = spot.at;
      this.spots[spot.id] = spot;
      const look = { fill: "#ffffff", stroke: "#28221c", "stroke-width": 1.5 };
      if (spot.shape === "area") continue;
      if (spot.shape === "square")
        ground.append(svg("rect", { x: x - 0.85 * r, y: y - 0.85 * r, width: 1.7 * r, height: 1.7 * r, rx: 2, ...look }));
      else ground.append(svg("circle", { cx: x, cy: y, r: 0.85 * r, ...look }));
      if (spot.shape === "double") ground.append(svg("circle", { cx: x, cy: y, r: 0.6 * r, ...look }));
    }
    for (const { text, at: [x, y], wide } of board.names)
      ground.append(this.upright(this.word(text, x, y, 0.9 * board.letters, wide), x, y));
    this.pieces = svg("g", {});
    const [left, top, width, height] = board.view;
    drawn.replaceChildren(this.upright(svg("g", {}, ground, this.pieces), left + width / 2, top + height / 2));
  }

  // Turns a drawing about its middle where the board is turned: so what is written there is upright again.
  upright(drawing, x, y) {
    if (this.turned) drawing.setAttribute("transform", `rotate(180 ${x} ${y})`);
    return drawing;
  }

  drawPieces(frame, before) {
    const drawn = [];
    const { radius, letters, changed } = this.game.board;
    for (const [place, text] of Object.entries(frame.signs)) {
      const [x, y] = this.spots[place].at;
      drawn.push(this.upright(this.word(text, x, y, 0.75 * letters, this.spots[place].wide), x, y));
    }
    const places = before ? { ...before.on, ...frame.on } : frame.on;
    for (const [place, lying] of Object.entries(places)) {
      const spot = this.spots[place];
      if (!spot) continue;
      const now = frame.on[place] || [];
      const was = before && before.on[place] ? before.on[place] : [];
      const [x, middle] = spot.at;
      const isArea = spot.shape === "area";
      const y = isArea ? middle + letters : middle; // below its name
      if (before && String(now) !== String(was))
        drawn.push(svg("circle", { cx: x, cy: y, r: radius + 5, fill: "none", stroke: changed, "stroke-width": 4 }));
      const drawing = svg("g", {}, svg("title", {}, this.game.places[place] || place));
      if (isArea) drawing.append(this.heap(now, x, y, spot.wide));
      else drawing.append(...now.map((one) => this.upright(this.piece(one, x, y, radius * 0.86), x, y)));
      drawn.push(drawing);
    }
    this.pieces.replaceChildren(...drawn);
  }

  // What lies in an area: a row of the players' pieces below one of all others, each counted.
  heap(lying, x, top, wide) {
    let [y, next] = [top, top];
    const counts = new Map();
    for (const one of lying) counts.set(one, (counts.get(one) || 0) + 1);
    const rows = [false, true].map((own) => [...counts].filter(([one]) => one in this.players === own));
    const drawn = [];
    for (const row of rows.filter((one) => one.length)) {
      const slots = row.reduce((sum, [, many]) => sum + (many > 1 ? 1.7 : 1), 0);
      const r = Math.min(0.76 * this.game.board.radius, (0.47 * wide) / slots);
      let left = x - slots * r;
      y = next;
      next = y + 2.1 * r;
      for (const [one, many] of row) {
        drawn.push(this.piece(one, left + r, y, 0.88 * r));
        left += 2 * r;
        if (many === 1) continue;
        const at = { x: left, y, "dominant-baseline": "central", "font-size": 1.4 * r, "font-weight": 700, fill: "#28221c" };
        drawn.push(svg("text", at, String(many)));
        left += 1.4 * r;
      }
    }
    return this.upright(svg("g", {}, ...drawn), x, (top + y) / 2);
  }

  // A word that is no wider than there is room for, whatever letters this device has.
  word(text, x, y, size, wide) {
    const at = { x, y, "text-anchor": "middle", "dominant-baseline": "central", "font-size": size, "font-weight": 600, fill: "#28221c" };
    const long = 0.62 * size * text.length > wide;
    return svg("text", long ? { ...at, textLength: wide, lengthAdjust: "spacingAndGlyphs" } : at, text);
  }

  piece(who, x, y, r) {
    const look = this.players[who] || this.game.looks[who];
    if (!look) return this.word(this.game.called[who] || who, x, y, r, 6 * r);
    const edge = { fill: look.fill, stroke: "#28221c", "stroke-width": r / 8 };
    const ground = who in this.players
      ? svg("circle", { cx: x, cy: y, r, ...edge })
      : svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r / 4, ...edge });
    const points = look.shape.map(([a, b]) => `${x + a * r * 0.6},${y + b * r * 0.6}`).join(" ");
    return svg("g", {}, ground, svg("polygon", { points, fill: look.ink }));
  }

  icon(who) {
    const name = this.players[who] ? this.players[who].name : this.game.called[who];
    return svg("svg", { viewBox: "-10 -10 20 20", class: "piece", role: "img", "aria-label": name }, this.piece(who, 0, 0, 9));
  }

  // The score, and what lies beside the board.

  writeScore(frame) {
    get("score").replaceChildren(...frame.order.map((id) => {
      const player = this.players[id];
      const winner = frame.winners.includes(id) ? "★ " : "";
      const made = html("li", { className: (id === frame.to_play && !this.endedAt(this.at)) || winner ? "to-play" : "" },
        this.icon(id),
        html("span", { className: "name", textContent: winner + player.name }));
      if (id in frame.points)
        made.append(html("span", { className: "points", textContent: frame.points[id].toLocaleString(this.game.language) }));
      if (frame.holds[id].length)
        made.append(html("span", { className: "holds", textContent: frame.holds[id].join(" · ") }));
      return made;
    }));
  }

  writeBeside(frame) {
    const tints = {};
    for (const field of this.game.board.fields) tints[field.id] = field.fill;
    get("beside").replaceChildren(...frame.beside.map((part) => {
      if (part.things) return this.list(part);
      return html("ol", {}, ...part.row.map((id) => {
        const made = html("li", {}, html("span", { textContent: id === null ? "–" : this.game.called[id] || id }));
        if (tints[id]) made.style.background = tints[id];
        const stake = frame.stakes[id];
        if (stake) {
          const icons = stake.takers.map((who) => this.icon(who));
          made.append(html("span", { className: "stake" }, stake.text, ...icons));
        }
        return made;
      }));
    }));
  }

  list({ label, things }) {
    const made = html("p", {}, html("span", { className: "label", textContent: label }));
    for (const one of things) {
      const thing = html("span", { className: "thing" }, this.game.called[one] || one);
      if (this.game.looks[one]) thing.prepend(this.icon(one));
      made.append(thing);
    }
    return made;
  }

  // What has happened, and why.

  writeLog() {
    if (!this.game) return;
    const gone = new Set(this.now.gone);
    get("log").replaceChildren(...this.frames.slice(1).reverse().map((frame) => {
      const time = html("small", { textContent: frame.time ? `${frame.time} ` : "" });
      const moment = html("button", { type: "button", className: "moment", onclick: () => this.go(frame.n) },
        time, `${frame.n}. ${frame.text}`);
      if (gone.has(frame.n)) {
        moment.classList.add("gone");
        moment.append(` (${this.game.words.taken_back})`);
      }
      if (frame.n === this.at) moment.ariaCurrent = "true";
      const why = html("button", { type: "button", className: "why", textContent: this.game.words.why,
        onclick: () => this.openWhy(frame) });
      why.ariaLabel = `${this.game.words.why} ${frame.n}`;
      return html("li", { id: `event-${frame.n}` }, moment, why);
    }));
  }

  markRow(n) {
    const row = get(`event-${n}`);
    if (row) row.firstChild.ariaCurrent = n === this.at ? "true" : null;
  }

  async openWhy(frame) {
    this.go(frame.n);
    const found = await this.explain(frame.n);
    get("why-heading").textContent = `${frame.n}. ${frame.text}`;
    get("photographs").replaceChildren(...found.photographs.map((one) => {
      const caption = this.game.words[one.moment];
      return html("figure", {}, html("figcaption", { textContent: caption }),
        html("img", { src: one.src, alt: caption, loading: "lazy", onerror: (event) => event.target.parentNode.remove() }));
    }));
    get("reasons").replaceChildren(...found.reasons.map((one) =>
      html("p", { className: `depth-${Math.min(one.depth, 3)}`, textContent: one.text })));
    if (!get("why").open) get("why").showModal();
    get("why").scrollTop = 0;
  }

  drawCurve() {
    const hidden = this.frames.some((one) => !Object.keys(one.points).length);
    get("curve").toggleAttribute("hidden", hidden);
    get("curve-heading").hidden = hidden;
    if (hidden) return get("curve").replaceChildren();
    const [width, height, margin] = [400, 200, 24];
    const most = Math.max(1, ...this.frames.map((one) => Math.max(...Object.values(one.points))));
    const last = Math.max(1, this.frames.length - 1);
    const x = (n) => margin + (n / last) * (width - 2 * margin);
    const y = (points) => height - margin - (points / most) * (height - 2 * margin);
    const drawn = [0, most].map((one) => svg("text", { x: 4, y: y(one) + 4, "font-size": 15, fill: "#544a3f" }, one.toLocaleString(this.game.language)));
    drawn.push(svg("line", { x1: margin, x2: width - margin, y1: y(0), y2: y(0), stroke: "#cbbfab" }));
    for (const player of this.game.players) {
      const points = this.frames.map((one, n) => `${x(n)},${y(one.points[player.id])}`).join(" ");
      for (const [stroke, thick] of [["#28221c", 4], [player.fill, 2.5]])
        drawn.push(svg("polyline", { points, fill: "none", stroke, "stroke-width": thick, "stroke-linejoin": "round" }));
    }
    const end = this.frames[this.frames.length - 1];
    for (const player of this.game.players)
      drawn.push(this.piece(player.id, x(this.frames.length - 1), y(end.points[player.id]), 8));
    get("curve").replaceChildren(...drawn);
  }
}
