// Lines over the last minutes, by uPlot.

import { colours } from './bars.js';

const MINUTES = 5;

function marksPlugin(marks, palette) {
  return {
    hooks: {
      draw: (u) => {
        const { ctx, bbox } = u;
        const ratio = devicePixelRatio || 1;
        ctx.save();
        ctx.font = `${12 * ratio}px system-ui, sans-serif`;
        ctx.strokeStyle = palette.line;
        ctx.fillStyle = palette.soft;
        ctx.lineWidth = ratio;
        let free = -Infinity;
        for (const [at, label] of marks) {
          if (at < u.scales.x.min) continue;
          const x = Math.round(u.valToPos(at, 'x', true));
          ctx.beginPath();
          ctx.moveTo(x, bbox.top);
          ctx.lineTo(x, bbox.top + bbox.height);
          ctx.stroke();
          const wide = ctx.measureText(label).width;
          if (x > free && x + wide < bbox.left + bbox.width) {
            ctx.fillText(label, x + 4 * ratio, bbox.top + 11 * ratio);
            free = x + wide + 10 * ratio;
          }
        }
        ctx.restore();
      },
    },
  };
}

export class Plot {
  /** series: [{label, colour: name in the palette, width, dash}] */
  constructor(holder, series, height, marks) {
    this.holder = holder;
    this.series = series;
    this.height = height;
    this.marks = marks;
    this.data = [[], ...series.map(() => [])];
    this.make();
    new ResizeObserver(() => {
      if (this.plot && holder.clientWidth > 0) this.plot.setSize({ width: holder.clientWidth, height });
    }).observe(holder);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.make());
  }

  make() {
    this.plot?.destroy();
    const palette = colours();
    const axis = {
      stroke: palette.soft, font: '12px system-ui, sans-serif',
      grid: { stroke: palette.line, width: 1 }, ticks: { show: false },
    };
    this.plot = new uPlot({
      width: Math.max(200, this.holder.clientWidth), height: this.height,
      legend: { show: false }, cursor: { show: false }, select: { show: false },
      padding: [8, 8, 0, 0],
      scales: {
        x: { time: false, range: () => [-60 * MINUTES, 0].map((s) => this.last() + s * 1000) },
        y: { range: (u, low, high) => [0, high === null || high <= 0 ? 1 : high * 1.12] },
      },
      axes: [
        { ...axis, size: 26, grid: { show: false },
          splits: () => [5, 4, 3, 2, 1, 0].map((m) => this.last() - m * 60000),
          values: (u, at) => at.map((_, i) => i === 5 ? 'now' : `\u2212${5 - i} min`),
          space: 10 },
        { ...axis, size: 46, space: 34 },
      ],
      series: [{}, ...this.series.map((one) => ({
        label: one.label, stroke: palette[one.colour], width: one.width ?? 1.5, dash: one.dash,
        fill: one.fill ? `${palette[one.colour]}22` : undefined,
        points: { show: false }, spanGaps: false,
      }))],
      plugins: this.marks ? [marksPlugin(this.marks, palette)] : [],
    }, this.data, this.holder);
    for (const canvas of this.holder.querySelectorAll('canvas')) canvas.setAttribute('aria-hidden', 'true');
  }

  last() {
    const times = this.data[0];
    return times.length ? times[times.length - 1] : 0;
  }

  reset(rows) {
    this.data = this.data.map((_, i) => rows.map((row) => row[i]));
    this.plot.setData(this.data);
  }

  add(row) {
    const far = row[0] - this.last() > 3500;
    if (far && this.data[0].length) {
      // Nobody watched: a gap.
      this.data.forEach((column, i) => column.push(i ? null : row[0] - 1));
    }
    this.data.forEach((column, i) => {
      column.push(row[i]);
      while (column.length > 60 * MINUTES + 60) column.shift();
    });
    this.plot.setData(this.data);
  }
}
