// A game that was saved as one file: all is in it.
"use strict";

const kept = JSON.parse(get("kept").textContent);
const view = new GameView(async (n) => kept.why[n]);
view.setGame(kept.game);
view.setNow(kept.now);
view.addFrames(0, kept.frames);
