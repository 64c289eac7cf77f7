// A game that was saved as one file: all is in it.
"use strict";

const kept = JSON.parse(get("kept").textContent);
const view = new GameView(async (n) => {
  const taken = [...document.querySelectorAll(`[data-event="${n}"]`)];
  const photographs = taken.map((one) => ({ moment: one.dataset.moment, src: one.textContent }));
  return { reasons: kept.why[n], photographs };
});
view.setGame(kept.game);
view.setNow(kept.now);
view.addFrames(0, kept.frames);
