"""Prototype: teach a table, give features for every place of a frame."""

import cv2, numpy as np
from vision.aiming import aim
from vision.picture import load_picture
from vision.next.geometry import *
from vision.next.registration import Registration
from vision.next.appearance import *
from vision.next.places import *


class Light:
    """Tone curve and smooth field between the bare board and a frame (log BGR)."""

    def __init__(self, points_mm, size_mm, bare, free, side):
        w, h = size_mm
        u = (points_mm / np.array(size_mm) * 2 - 1).astype(np.float32)
        self.free = free
        self.mid = bare[free].mean(0)
        self.bare = bare
        self.size = np.array(size_mm, float)
        idx = np.flatnonzero(free)
        rng = np.random.default_rng(0)
        self.idx = np.sort(rng.permutation(idx)[:900])
        self.design = self.terms(points_mm)

    def terms(self, mm):
        u = (np.asarray(mm, float) / self.size * 2 - 1).clip(-1.25, 1.25)
        x, y = u.T
        return np.stack(
            [
                np.ones_like(x),
                x,
                y,
                x * x,
                x * y,
                y * y,
                x**3,
                x * x * y,
                x * y * y,
                y**3,
                x**4,
                y**4,
                x * x * y * y,
            ],
            1,
        ).astype(np.float32)

    def fit(self, seen, saturated):
        i = self.idx
        d = (seen - self.bare)[i].astype(float)
        A0 = self.design[i].astype(float)
        ok = ~saturated[i]
        self.coef = np.zeros((3, A0.shape[1] + 1))
        grey = (self.bare[i] - self.mid).mean(1)
        A = np.column_stack([A0, grey])
        w = ok.astype(float)
        lam = np.diag(np.r_[np.full(A0.shape[1], 0.5), len(i) * 0.002])
        lam[0, 0] = 1e-6
        for it in range(8):
            AtW = A.T * w
            c = np.linalg.solve(AtW @ A + lam, AtW @ d)
            r = d - A @ c
            e = np.sqrt((r**2).mean(1))
            s = max(np.median(e[ok]) * 1.2, 0.02) if ok.any() else 0.1
            w = ok / (1 + (e / (1.5 * s)) ** 2) ** 2
        self.coef = c.T
        self.gamma = np.clip(c[-1], -0.6, 1.5)  # per channel
        self.residual = s

    def undo(self, seen, terms):
        """seen (...,3) log BGR at points with terms (...,T): values in teaching light."""
        f = terms @ self.coef[:, :-1].T.astype(np.float32)
        g = (1 + self.gamma).astype(np.float32)
        m = self.mid.astype(np.float32)
        return (seen - f - m) / g + m


class Proto:
    def __init__(self, table, radius_hint=None):
        self.table = table
        empty = load_picture(table.empty)
        board = table.board
        plan = aim(board, table.corners_px, empty)
        h, w = empty.shape[:2]
        self.size = (w, h)
        full = Pose(np.asarray(plan.to_px, float), (w, h), plan.lens.bend if plan.lens else 0.0)
        self.radii = np.array([l.radius_mm for l in board.locations])
        self.centres = np.array([l.at_mm for l in board.locations], float)
        ppm = full.px_per_mm(np.array(board.size_mm) / 2)
        self.dec = max(1, round(ppm * np.median(self.radii) / 6.5))
        self.pose0 = full.scaled(1 / self.dec)
        self.ppm = ppm / self.dec
        work = self.work(empty)
        grey = cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
        m = np.zeros(grey.shape, np.uint8)
        for p, r in zip(self.pose0.project(self.centres), self.radii):
            cv2.circle(m, (int(p[0]), int(p[1])), int(1.3 * r * self.ppm), 1, -1)
        spots = m.copy()
        for o in plan.tiles():
            cv2.fillConvexPoly(m, np.round(o / self.dec).astype(np.int32), 1)
        self.reg = Registration(grey, self.pose0, board.size_mm, m > 0)
        # coarse view
        W, H = board.size_mm
        step = max(W, H) / 100
        rim = 25.0
        xs = np.arange(-rim + step / 2, W + rim, step)
        ys = np.arange(-rim + step / 2, H + rim, step)
        self.vshape = (len(ys), len(xs))
        self.view = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
        self.vstep = step
        at = np.round(self.pose0.project(self.view)).astype(int)
        inb = ((self.view > 0) & (self.view < np.array(board.size_mm))).all(1)
        x = at[:, 0].clip(0, grey.shape[1] - 1)
        y = at[:, 1].clip(0, grey.shape[0] - 1)
        # a view cell is free if no piece can reach it
        free = inb & (m[y, x] == 0)
        if free.sum() < 0.15 * inb.sum():
            free = inb
        self.inboard = inb
        vb, _ = self.view_logs(work, self.pose0)
        self.light = Light(self.view, board.size_mm, vb, free, None)
        self.grid = Grid(self.centres, self.radii)
        self.pterms = self.light.terms(self.grid.points).reshape(
            len(self.centres), -1, self.light.design.shape[1]
        )
        # frames of teaching
        self.colours = list(table.colours)
        frames = {}
        for s in table.samples:
            frames.setdefault(s.frame, [])
        self.bare_img = self.grid_of(work, self.pose0)  # BGR P,N2,3
        self._blur_sets(work)
        self.empty_work = work
        self.sigma = 0.05
        looks = []
        for s in table.samples:
            im = load_picture(s.frame)
            x, pose = self.teach_frame(im)
            for a in s.at:
                looks.append((board.index[a], self.colours.index(s.colour), x))
        self.learn(looks)

    def work(self, im):
        w, h = self.size
        return (
            cv2.resize(im, (w // self.dec, h // self.dec), interpolation=cv2.INTER_AREA)
            if self.dec > 1
            else im
        )

    def view_logs(self, work, pose):
        k = max(1, int(self.vstep * self.ppm)) if hasattr(self, "vstep") else 1
        small = cv2.blur(work, (k, k))
        at = pose.project(self.view)
        px = cv2.remap(
            small, at.reshape(1, -1, 2), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )[0]
        return logs(px), (px >= 250).any(1)

    def grid_of(self, img, pose):
        return self.grid.take(img, pose)[0]

    def _blur_sets(self, work):
        self.bare = []
        for s in BLURS:
            im = work if s == 0 else cv2.GaussianBlur(work, (0, 0), s)
            self.bare.append(opponent_of_logs(logs(self.grid_of(im, self.pose0))))
        g = []
        for d in ((0.6, 0), (0, 0.6)):
            T = np.array([[1, 0, d[0]], [0, 1, d[1]], [0, 0, 1.0]])
            a = opponent_of_logs(logs(self.grid_of(work, self.pose0.moved(T @ self.pose0.matrix))))
            T[:2, 2] *= -1
            b = opponent_of_logs(logs(self.grid_of(work, self.pose0.moved(T @ self.pose0.matrix))))
            g.append((a - b) / 1.2)
        self.grad2 = g[0] ** 2 + g[1] ** 2  # per px^2

    def seen(self, work, pose):
        v, sat = self.view_logs(work, pose)
        self.light.fit(v, sat)
        px = self.grid_of(work, pose)
        lg = logs(px)
        x = opponent_of_logs(self.light.undo(lg, self.pterms))
        self.sat = (px >= 250).any(2)
        self.dark = np.exp(-0) * 1.0
        return x

    def teach_frame(self, im):
        work = self.work(im)
        grey = cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
        self.reg.pose = self.reg.taught
        ok = self.reg.locate(grey)
        pose = self.reg.pose if ok else self.reg.taught
        self.reg.pose = self.reg.taught
        return self.seen(work, pose), pose

    def learn(self, looks):
        g = self.grid
        P = len(self.centres)
        away = np.linalg.norm(g.offsets, axis=1)
        found = []
        for place, k, x in looks:
            b = self.bare[0][place]
            ring = away > 1.7 * g.radius
            d = x[place] - b
            d = d - np.median(d[ring], axis=0)
            sd = 0.02 + 1.48 * np.median(np.abs(d[ring]), axis=0)
            g2 = np.sqrt(self.grad2[place]) * 0.5
            q = np.abs(d) / (3 * sd + g2 + np.array([0.10, 0.05, 0.06]))
            darker = (d[:, 0] < 0) & (d[:, 0] > -1.1)
            ql = np.where(darker, 0.55 * q[:, 0], q[:, 0])
            z = np.clip(np.sqrt(ql**2 + q[:, 1] ** 2 + q[:, 2] ** 2), 0, 2) / 2
            z = np.where(z < 0.35, 0, z)
            D = Discs(g, 0.55 * g.radius, 0.5 * g.radius)
            c = D.shifts[(z @ D.core - 0.1 * D.distance / g.radius).argmax()]
            for _ in range(4):
                w = z * (np.linalg.norm(g.offsets - c, axis=1) < 0.95 * g.radius)
                if w.sum() < 1:
                    break
                c = (w[:, None] * g.offsets).sum(0) / w.sum()
            r = np.linalg.norm(g.offsets - c, axis=1)
            edges = np.arange(0, 1.5, 0.1) * g.radius
            p = np.array(
                [
                    z[(r >= lo) & (r < hi)].mean() if ((r >= lo) & (r < hi)).any() else np.nan
                    for lo, hi in zip(edges[:-1], edges[1:])
                ]
            )
            core = np.nanmax(p[:5])
            below = np.flatnonzero(p[2:] < 0.5 * core)
            found.append((core, edges[2 + below[0]] if len(below) else edges[-1], c))
        strong = [f[1] for f in found if f[0] >= 0.8] or [f[1] for f in found]
        self.radius = float(np.clip(np.percentile(strong, 35), 0.4 * g.radius, 1.35 * g.radius))
        apart = np.linalg.norm(g.centres[:, None] - g.centres[None], axis=2)
        np.fill_diagonal(apart, 1e9)
        self.spacing = float(np.median(apart.min(1)))
        self.radius = min(self.radius, 0.5 * self.spacing)
        self.reach = float(
            np.clip(self.spacing / 2 - 0.75 * self.radius, 0.2 * g.radius, 0.75 * g.radius)
        )
        self.discs = Discs(g, self.radius, self.reach)
        pixels = [[] for _ in self.colours]
        self.lessons = []
        for (place, k, x), (core, _, c) in zip(looks, found):
            near = np.linalg.norm(g.offsets - c, axis=1) <= max(0.72 * self.radius, 1.2 * g.step)
            s = np.linalg.norm(self.discs.shifts - c, axis=1).argmin()
            pixels[k].append(x[place][near])
            self.lessons.append((place, k, s, near, x[place]))
        self.colour_pixels = [np.concatenate(p) for p in pixels]
        self.model = ColourModel(self.colour_pixels)
        K = len(self.colours)
        self.expected = np.full((P, K), 3.0, np.float32)
        self.nothing = np.full(P, -3.0, np.float32)
        self.ncc0 = np.full(P, 0.9, np.float32)
        rng = np.random.default_rng(1)
        sampled = np.zeros(P, bool)
        taught = {}
        for place, k, x in looks:
            taught.setdefault(id(x), (x, set()))[1].add(place)
        none = np.zeros(self.bare[0].shape[:2], bool)
        rows = []
        frames = [(x, at) for x, at in taught.values()]
        noise = max([0.015] + [self.frame_noise(x)[1] for x, _ in frames])
        for dx, dy, lev in ((0.5, 0, 0), (-0.5, 0, 0), (0, 0.5, 0), (0, -0.5, 1)):
            T = np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])
            im = self.empty_work if not lev else cv2.GaussianBlur(self.empty_work, (0, 0), 0.8)
            x = opponent_of_logs(logs(self.grid_of(im, self.pose0.moved(T @ self.pose0.matrix))))
            x = x + rng.normal(0, noise, x.shape).astype(np.float32) * np.array(
                [1, 0.5, 0.6], np.float32
            )
            rows.append((x, set()))
        vals = []
        nccs = []
        for x, at in rows:
            f, _, _, _ = self.place_features(x, none)
            vals.append(f[:, 0])
            nccs.append(f[:, 10])
        self.nothing = np.max(np.array(vals), 0).astype(np.float32)
        self.ncc0 = np.mean(np.array(nccs), 0).astype(np.float32)
        more = []
        for x, at in frames:
            f, _, _, _ = self.place_features(x, none)
            d = f[:, 0] - self.nothing
            d[list(at)] = np.nan
            more.append(np.nanmedian(d))
        self.nothing += max(0, max(more))
        got = [[] for _ in range(K)]
        for place, k, s_, near, x in self.lessons:
            c = self.discs.shifts[s_]
            mask = np.linalg.norm(g.offsets - c, axis=1) <= self.radius
            xc = self.bare[0].copy()
            xc[:, mask] = x[mask]
            f, kk, at, _ = self.place_features(xc, none)
            # own colour's response
            got[k].append(self.last_S[k].max(1))
        self.expected = np.stack([np.mean(v, 0) for v in got], 1).astype(np.float32)

    def _bare_ll(self, x, b, g2, noise):
        """robust log likelihood of pixels under the bare look."""
        d = x - b
        var = (
            np.array([0.09**2, 0.035**2, 0.045**2], np.float32)
            + 0.35**2 * g2
            + noise**2 * np.array([1, 1, 1.5], np.float32)
        )
        q = d * d / var
        lum = np.logaddexp(
            -0.5 * q[..., 0] - 0.5 * np.log(var[..., 0]),
            np.log(0.15) - np.abs(d[..., 0] + 0.35) * 2 - 0.5 * np.maximum(d[..., 0], 0) * 20 - 0.0,
        )
        rest = -0.5 * (q[..., 1] + q[..., 2]) - 0.5 * np.log(var[..., 1] * var[..., 2])
        return np.maximum(lum + rest - 1.5 * np.log(2 * np.pi), -9.5)

    def frame_noise(self, x):
        g = self.grid
        away = np.linalg.norm(g.offsets, axis=1)
        ring = away > 1.2 * g.radius
        res = []
        for b in self.bare:
            d = x[:, ring, 0] - b[:, ring, 0]
            d = d - np.median(d, axis=1, keepdims=True)
            res.append(np.median(np.median(np.abs(d), axis=1)))
        lev = int(np.argmin(res))
        return lev, max(float(res[lev]) * 1.48, 0.015)

    def features(self, im):
        work = self.work(im)
        grey = cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
        if not self.reg.locate(grey):
            return None
        pose = self.reg.pose
        x = self.seen(work, pose)
        return self.place_features(x, self.sat)

    def place_features(self, x, sat):
        D = self.discs
        g = self.grid
        P = len(x)
        K = len(self.colours)
        # sharpness: blur level with the least median lightness residual on rings
        away = np.linalg.norm(g.offsets, axis=1)
        ring = away > 1.2 * g.radius
        res = []
        for b in self.bare:
            d = x[:, ring, 0] - b[:, ring, 0]
            d = d - np.median(d, axis=1, keepdims=True)
            res.append(np.median(np.median(np.abs(d), axis=1)))
        lev = int(np.argmin(res))
        b = self.bare[lev]
        noise = max(float(res[lev]) * 1.48, 0.015)
        dch = (x - b)[:, ring, 1:]
        dch = dch - np.median(dch, axis=1, keepdims=True)
        noise_c = max(float(np.median(np.abs(dch))) * 1.48, 0.006)
        # local light: ring median of lightness (and chroma) difference
        dr_ = (x - b)[:, ring]
        same = (
            (np.abs(dr_[..., 1]) < 0.10 + 2 * noise_c)
            & (np.abs(dr_[..., 2]) < 0.13 + 2 * noise_c)
            & (dr_[..., 0] > -1.0)
            & (dr_[..., 0] < 0.7)
        )
        masked = np.where(same[..., None], dr_, np.nan)
        with np.errstate(all="ignore"):
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                local = np.nanmedian(masked, axis=1)
        enough = same.mean(1)
        local = np.where((enough > 0.3)[:, None], np.nan_to_num(local), 0)
        local_l = np.clip(local[:, 0], -1.0, 0.7)
        xl = x.copy()
        shade = np.stack(
            [local_l, np.clip(local[:, 1], -0.12, 0.12), np.clip(local[:, 2], -0.15, 0.15)], 1
        )
        ll0 = self._bare_ll(x - shade[:, None], b, self.grad2, noise)
        ll0 = np.maximum(ll0, self._bare_ll(x, b, self.grad2, noise))
        lk = self.model.log_density(x)
        lk2 = self.model.log_density(x - shade[:, None] * 0.6)
        lk = np.maximum(lk, lk2)  # K,P,N2
        m = np.clip(lk - ll0, -7, 7)
        S = m @ D.core  # K,P,S
        self.last_S = S
        R = m @ D.ring
        pen = 0.15 * (D.distance / self.reach)
        score = S - 0.25 * np.clip(R, -5, 5) - pen
        ks = score.transpose(1, 0, 2).reshape(P, -1).argmax(1)
        s = ks % len(D.shifts)
        i = np.arange(P)
        L = np.einsum("kpn,pn->pk", lk, D.core.T[s])
        k = L.argmax(1)
        best = S[k, i, s]
        at_s = L
        second = (
            np.where(np.arange(K)[None] == k[:, None], -9, at_s).max(1)
            if K > 1
            else np.full(P, -5.0)
        )
        core = D.core.T[s]
        ringw = D.ring.T[s]  # P,N2
        wm = lambda a, w: (a * w).sum(1)
        own = wm(lk[k, i], core)
        bare = wm(ll0, core)
        xs, bs = x[..., 0], b[..., 0]

        def stats(w):
            mx, mb = wm(xs, w), wm(bs, w)
            vx = np.maximum(wm(xs * xs, w) - mx * mx, 0)
            vb = np.maximum(wm(bs * bs, w) - mb * mb, 0)
            cov = wm(xs * bs, w) - mx * mb
            return mx, mb, vx, vb, cov

        mx, mb, vx, vb, cov = stats(core)
        rx, rb, rvx, rvb, rcov = stats(ringw)
        n2 = noise**2
        ncc = cov / np.sqrt((vx + n2) * (vb + n2))
        rncc = rcov / np.sqrt((rvx + n2) * (rvb + n2))
        resid = np.maximum(vx - cov**2 / (vb + n2), 0)
        chroma = np.stack(
            [wm(x[..., c] - b[..., c], core) - wm(x[..., c] - b[..., c], ringw) for c in (1, 2)], 1
        )
        achroma = np.stack([wm(x[..., c] - b[..., c], core) for c in (1, 2)], 1)
        lum = (mx - mb) - (rx - rb)
        exp_k = self.expected[i, k]
        f = np.stack(
            [
                best,
                L[i, k] - second,
                own,
                bare,
                exp_k - self.nothing,
                (best - self.nothing) / np.maximum(exp_k - self.nothing, 1.0),
                best - self.nothing,
                exp_k - best,
                R[k, i, s],
                S.max((0, 2)),
                ncc,
                rncc,
                ncc / np.maximum(self.ncc0, 0.2),
                self.ncc0,
                np.log(np.sqrt(vb) / noise + 0.1),
                np.log(np.sqrt(vx) / noise + 0.1),
                np.log(np.sqrt(resid) / noise + 0.1),
                np.hypot(*(chroma / np.array([0.1, 0.13])).T),
                np.hypot(*(achroma / np.array([0.1, 0.13])).T),
                np.hypot(*chroma.T) / np.maximum(noise_c, 0.01) / 5,
                lum,
                np.abs(lum),
                mx - mb,
                rx - rb,
                D.distance[s] / max(self.reach, 1),
                np.full(P, np.log(noise)),
                np.full(P, np.log(noise_c + 0.005)),
                np.full(P, float(lev)),
                wm(sat.astype(np.float32), core),
                np.log(np.abs(self.light.gamma).max() + 0.05) * np.ones(P),
                enough,
                local_l,
                np.full(P, np.median(best - self.nothing)),
                np.full(P, np.median(ncc)),
            ],
            1,
        )
        return f.astype(np.float32), k, at_s, s
