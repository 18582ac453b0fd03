// The running requests as bars. A bar grows to the right with time, and gets taller and another
// colour with each thread that joins.

const LINGER_MS = 2500;
const FADE_MS = 900;
const DELAY_MS = 150; // Drawn this late, so that an end is known before its bar passes it.
const LANE = 19;
const TOP = 30;
const BOTTOM = 24;
const MOST_COLOURS = 6;

export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    threads: Array.from({ length: MOST_COLOURS }, (_, i) => of(`--t${i + 1}`)),
    ink: of('--ink'), soft: of('--soft'), line: of('--line'), track: of('--track'),
    accent: of('--accent'), mid: of('--mid'), card: of('--card'),
  };
}

export const colourOf = (palette, degree) =>
  palette.threads[Math.min(Math.max(degree, 1), MOST_COLOURS) - 1];

export const thickness = (degree) => Math.min(1, 0.3 + 0.7 * (Math.min(degree, MOST_COLOURS) - 1) / (MOST_COLOURS - 1));

function nice(ms) {
  const power = 10 ** Math.floor(Math.log10(ms));
  return [1, 2, 4, 5, 8, 10].map((step) => step * power).find((step) => step >= ms * 0.999);
}

export const msText = (ms) => ms >= 10000 ? `${(ms / 1000).toFixed(0)} s`
  : ms >= 1000 ? `${(ms / 1000).toFixed(1)} s`
  : ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`;

export class Bars {
  constructor(canvas, tip) {
    this.canvas = canvas;
    this.tip = tip;
    this.bars = new Map();
    this.lanes = [];
    this.titles = new Map();
    this.figures = { p50: NaN, p99: NaN };
    this.scaleMs = 0;
    this.offset = null;
    this.palette = colours();
    this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.palette = colours(); });
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    canvas.addEventListener('pointermove', (event) => this.point(event));
    canvas.addEventListener('pointerleave', () => { this.tip.hidden = true; });
    const frame = () => { this.draw(); requestAnimationFrame(frame); };
    if (this.still) setInterval(() => this.draw(), 500); else requestAnimationFrame(frame);
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
    const lanes = Math.max(4, Math.floor((this.height - TOP - BOTTOM) / LANE));
    while (this.lanes.length < lanes) this.lanes.push(null);
    this.lanes.length = lanes;
  }

  clear() {
    this.bars.clear();
    this.lanes.fill(null);
    this.offset = null;
  }

  /** Takes the changes of a sample: arrays of number, arrival, end, and moments with degrees. */
  take(message) {
    if (message.all) this.clear();
    const offset = message.now - performance.now();
    this.offset = this.offset === null || offset > this.offset || offset < this.offset - 1000
      ? offset : this.offset + (offset - this.offset) * 0.02;
    for (const [number, arrival, end, ...steps] of message.b) {
      const bar = this.bars.get(number) ?? { number, lane: -1 };
      bar.arrival = arrival;
      bar.end = end < 0 ? Infinity : end;
      bar.steps = [];
      for (let i = 0; i < steps.length; i += 2) bar.steps.push([steps[i], steps[i + 1]]);
      this.bars.set(number, bar);
    }
  }

  now() {
    return this.offset === null ? 0 : performance.now() + this.offset - DELAY_MS;
  }

  place(now) {
    for (const bar of this.bars.values()) {
      if (bar.lane >= 0 && now - bar.end > LINGER_MS) {
        if (this.lanes[bar.lane] === bar) this.lanes[bar.lane] = null;
        this.bars.delete(bar.number);
      } else if (bar.lane < 0 && bar.arrival <= now) {
        let lane = this.lanes.indexOf(null);
        if (lane < 0) {
          // The bar that ended first makes room.
          let first = Infinity;
          this.lanes.forEach((other, i) => {
            if (other.end < now && other.end < first) { first = other.end; lane = i; }
          });
          if (lane >= 0) this.bars.delete(this.lanes[lane].number);
        }
        if (lane >= 0) {
          this.lanes[lane] = bar;
          bar.lane = lane;
        } else if (now > bar.end) {
          this.bars.delete(bar.number);
        }
      }
    }
  }

  running() {
    const now = this.now();
    return [...this.bars.values()].filter((bar) => bar.arrival <= now && bar.end > now);
  }

  degree(bar, now) {
    let degree = 0;
    for (const [at, threads] of bar.steps) if (at <= now) degree = threads;
    return degree;
  }

  scale(now) {
    let most = Number.isFinite(this.figures.p99) ? 1.35 * this.figures.p99 : 0;
    for (const bar of this.lanes) {
      if (bar) most = Math.max(most, (Math.min(bar.end, now) - bar.arrival) * 1.04);
    }
    const wanted = nice(Math.max(most, 2));
    if (this.scaleMs === 0 || this.still) this.scaleMs = wanted;
    this.scaleMs += (wanted - this.scaleMs) * (wanted > this.scaleMs ? 0.2 : 0.02);
    return this.scaleMs;
  }

  draw() {
    const g = this.canvas.getContext('2d');
    const { width, height, palette } = this;
    const now = this.now();
    this.place(now);
    g.clearRect(0, 0, width, height);
    const scale = this.scale(now);
    const x = (ms) => Math.min(width, (ms / scale) * width);
    const floor = height - BOTTOM;
    g.font = '13px system-ui, sans-serif';
    this.axis(g, x, scale, floor);
    this.lanes.forEach((bar, lane) => {
      if (bar) this.drawBar(g, bar, TOP + lane * LANE, x, now);
    });
    this.marker(g, x, this.figures.p50, 'half end by here', palette.soft, floor);
    this.marker(g, x, this.figures.p99, '99 of 100 end by here', palette.accent, floor);
  }

  axis(g, x, scale, floor) {
    const step = nice(scale / (this.width < 500 ? 3.2 : 6));
    g.fillStyle = this.palette.soft;
    g.strokeStyle = this.palette.line;
    g.lineWidth = 1;
    for (let ms = 0; ms <= scale; ms += step) {
      const at = Math.round(x(ms)) + 0.5;
      g.beginPath();
      g.moveTo(at, TOP - 4);
      g.lineTo(at, floor);
      g.stroke();
      const text = ms === 0 ? 'arrival' : msText(ms);
      g.textAlign = ms === 0 ? 'left' : at > this.width - 30 ? 'right' : 'center';
      g.fillText(text, at, floor + 17);
    }
  }

  marker(g, x, ms, text, colour, floor) {
    if (!Number.isFinite(ms)) return;
    const at = Math.round(x(ms)) + 0.5;
    g.strokeStyle = colour;
    g.lineWidth = 1.5;
    g.setLineDash([4, 4]);
    g.beginPath();
    g.moveTo(at, 18);
    g.lineTo(at, floor);
    g.stroke();
    g.setLineDash([]);
    g.fillStyle = colour;
    const wide = g.measureText(text).width;
    const left = Math.min(Math.max(at - wide / 2, 0), this.width - wide);
    if (colour === this.palette.soft && Number.isFinite(this.figures.p99)) {
      const other = x(this.figures.p99) - g.measureText('99 of 100 end by here').width / 2;
      if (left + wide > Math.min(other, this.width - g.measureText('99 of 100 end by here').width) - 8) return;
    }
    g.textAlign = 'left';
    g.fillText(text, left, 12);
  }

  drawBar(g, bar, top, x, now) {
    const { palette } = this;
    const until = Math.min(bar.end, now);
    const room = LANE - 5;
    const ended = now - bar.end;
    g.globalAlpha = ended < 0 || this.still ? 1 : Math.max(0.28, 1 - ended / FADE_MS);
    const started = bar.steps.length ? bar.steps[0][0] : until;
    this.hatch(g, x(0), x(Math.min(started, until) - bar.arrival), top + room);
    bar.steps.forEach(([at, degree], i) => {
      const to = Math.min(i + 1 < bar.steps.length ? bar.steps[i + 1][0] : until, until);
      if (to <= at) return;
      const left = x(at - bar.arrival);
      const right = x(to - bar.arrival);
      if (degree === 0) {
        this.hatch(g, left, right, top + room);
        return;
      }
      const tall = Math.max(4, room * thickness(degree));
      g.fillStyle = colourOf(palette, degree);
      g.beginPath();
      g.roundRect(left, top + room - tall, Math.max(1.5, right - left - 0.5), tall, 2);
      g.fill();
    });
    g.globalAlpha = 1;
  }

  hatch(g, from, to, bottom) {
    if (to - from < 2) return;
    g.fillStyle = this.palette.soft;
    for (let at = from; at < to - 1; at += 5) g.fillRect(at, bottom - 3, 2, 3);
  }

  point(event) {
    const lane = Math.floor((event.offsetY - TOP) / LANE);
    const bar = this.lanes[lane];
    if (!bar) {
      this.tip.hidden = true;
      return;
    }
    const now = this.now();
    const ms = Math.min(bar.end, now) - bar.arrival;
    const most = Math.max(0, ...bar.steps.map(([, degree]) => degree));
    this.tip.textContent = bar.steps.length === 0
      ? `waits for ${msText(ms)}`
      : `${bar.end > now ? 'runs for' : 'took'} ${msText(ms)}, at most ${most} ${most === 1 ? 'thread' : 'threads'}`;
    this.tip.hidden = false;
    this.tip.style.left = `${Math.min(event.offsetX + 12, this.width - 200)}px`;
    this.tip.style.top = `${event.offsetY + 14}px`;
  }
}
