// The live page of curtail serve. Server-sent events come in, posts of JSON go out. All text of
// others enters the page by textContent only.

import { Bars, colourOf, colours, msText, thickness } from './bars.js';
import { Plot } from './plots.js';
import { ReplicaView } from './replicas.js';

const at = (id) => document.getElementById(id);
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const CORES = [1, 2, 4, 8, 16, 32, 64];

let state = null;
let events = null;
let view = location.hash === '#replicas' ? 'replicas' : 'server';
let lastPoint = null;
const marks = [];

const bars = new Bars(at('bars'), at('tip'));
const latency = new Plot(at('plot-latency'), [
  { label: 'p50', colour: 'soft', dash: [2, 3] },
  { label: 'p95', colour: 'mid', dash: [7, 4] },
  { label: 'p99', colour: 'accent', width: 2.5 },
], 220, marks);
const busy = new Plot(at('plot-busy'), [{ label: 'busy', colour: 'mid', fill: true }], 130);
const rate = new Plot(at('plot-rate'), [{ label: 'rate', colour: 'mid' }], 130);
const waiting = new Plot(at('plot-waiting'), [{ label: 'waiting', colour: 'accent', fill: true }], 130);
const replicas = new ReplicaView(send);

// ---- Sending.

async function send(change) {
  at('problem').hidden = true;
  try {
    const answer = await fetch('/live/control', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(change),
    });
    if (!answer.ok) problem((await answer.json()).error ?? `The server answered ${answer.status}.`);
  } catch {
    problem('The server does not answer.');
  }
}

function problem(text) {
  at('problem').textContent = text;
  at('problem').hidden = false;
}

// ---- Receiving.

const handlers = {
  hello(message) {
    marks.length = 0;
    marks.push(...message.marks);
    latency.reset(message.points.map(([t, p50, p95, p99]) => [t, p50, p95, p99]));
    busy.reset(message.points.map((p) => [p[0], p[5]]));
    rate.reset(message.points.map((p) => [p[0], p[4]]));
    waiting.reset(message.points.map((p) => [p[0], p[6]]));
    if (message.points.length) figures(message.points[message.points.length - 1]);
  },
  state(message) { show(message); },
  bars(message) { bars.take(message); },
  mark(message) { marks.push(message); while (marks.length > 40) marks.shift(); },
  point(point) {
    const [t, p50, p95, p99, perSecond, busyThreads, waits] = point;
    latency.add([t, p50, p95, p99]);
    busy.add([t, busyThreads]);
    rate.add([t, perSecond]);
    waiting.add([t, waits]);
    figures(point);
  },
  slow(rows) { slowest(rows); },
  versus(message) { versus(message); },
  replicas(message) { replicas.take(message); },
};

function connect() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource(`/live/events?view=${view}`);
  events.onopen = () => { at('connection').textContent = 'live'; at('connection').className = 'on'; };
  events.onerror = () => { at('connection').textContent = 'no connection'; at('connection').className = ''; };
  for (const [name, handler] of Object.entries(handlers)) {
    events.addEventListener(name, (event) => handler(JSON.parse(event.data)));
  }
}

document.addEventListener('visibilitychange', connect);
addEventListener('pagehide', () => events?.close());
addEventListener('hashchange', () => showView(location.hash === '#replicas' ? 'replicas' : 'server'));

function showView(next) {
  view = next;
  for (const name of ['server', 'replicas']) {
    at(`view-${name}`).hidden = name !== view;
    if (name === view) at(`tab-${name}`).setAttribute('aria-current', 'page');
    else at(`tab-${name}`).removeAttribute('aria-current');
  }
  bars.clear();
  connect();
}

// ---- Figures.

function big(id, ms) {
  const holder = at(id);
  holder.replaceChildren();
  if (ms === null || !Number.isFinite(ms)) {
    holder.append('–');
    return;
  }
  const [number, unit] = msText(ms).split(' ');
  holder.append(number, make('small', '', unit));
}

function figures(point) {
  const [, p50, p95, p99, perSecond, busyThreads, waits] = point;
  lastPoint = point;
  big('p50', p50);
  big('p95', p95);
  big('p99', p99);
  bars.figures = { p50: p50 ?? NaN, p99: p99 ?? NaN };
  at('summary').textContent = `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} requests a second, ${busyThreads.toFixed(0)} busy threads`
    + `${state ? ` on ${state.cores} ${state.cores === 1 ? 'core' : 'cores'}` : ''}, ${waits} ${waits === 1 ? 'waits' : 'wait'}`;
  at('quiet').hidden = perSecond > 0 || bars.running().length > 0;
  at('quiet').textContent = state?.busy || 'Nothing runs. Start the load below.';
}

setInterval(() => {
  if (document.hidden || view !== 'server' || !lastPoint) return;
  const now = bars.now();
  const running = bars.running();
  const several = running.filter((bar) => bars.degree(bar, now) > 1).length;
  const text = `${running.length} requests run, ${several} of them on several threads.`
    + (lastPoint[3] ? ` 99 of 100 end within ${msText(lastPoint[3])}.` : '');
  at('bars').setAttribute('aria-label', text);
}, 2000);

setInterval(() => {
  if (!document.hidden && view === 'server' && state?.running) at('spoken').textContent = at('bars').getAttribute('aria-label');
}, 30000);

// ---- State and controls.

let policyKey = '';
const chosen = {};

function show(next) {
  const before = state;
  state = next;
  at('machine').textContent = next.emulated
    ? `This is a real search server with ${next.cores} emulated cores: each is ${next.factor.toFixed(next.factor < 10 ? 1 : 0)} times slower than one of yours.`
    : `This is a real search server on the ${next.cores} cores of this machine.`;
  const key = JSON.stringify(next.policies);
  if (key !== policyKey) {
    policyKey = key;
    policies(next.policies);
  }
  for (const input of at('policies').querySelectorAll('input')) input.checked = input.value === next.policy;
  at('policy-words').textContent = next.busy || next.policyWords;
  at('explain').textContent = next.explain;
  at('load-toggle').dataset.on = next.running;
  at('load-toggle').textContent = next.running ? 'Stop the load' : 'Start the load';
  at('load-toggle').disabled = at('load').disabled = !next.canLoad;
  if (document.activeElement !== at('load') || !before) at('load').value = next.load;
  at('load-value').textContent = `${next.load} %`;
  at('load-note').textContent = next.loadNote;
  at('cores-control').hidden = !next.emulated;
  if (document.activeElement !== at('cores') || !before) {
    at('cores').value = CORES.findIndex((cores) => cores >= next.cores);
  }
  at('cores-value').textContent = next.cores;
  at('cores').setAttribute('aria-valuetext', `${next.cores} cores`);
  decisions(next.decisions);
  if (!before || before.mostDegree !== next.mostDegree) legend(next.mostDegree);
  bars.palette = colours();
}

function policies(all) {
  const holder = at('policies');
  for (const label of holder.querySelectorAll('label')) label.remove();
  for (const policy of all) {
    const label = make('label');
    const input = make('input');
    input.type = 'radio';
    input.name = 'policy';
    input.value = policy.name;
    input.disabled = !policy.ready;
    input.addEventListener('change', () => send({ policy: policy.name }));
    label.append(input, make('span', '', policy.title));
    label.title = policy.words;
    holder.append(label);
  }
  for (const id of ['versus-a', 'versus-b']) {
    const select = at(id);
    const was = chosen[id] ?? '';
    select.replaceChildren();
    for (const policy of all.filter((one) => one.ready)) {
      const option = make('option', '', policy.title);
      option.value = policy.name;
      select.append(option);
    }
    const names = all.filter((one) => one.ready).map((one) => one.name);
    const usual = id === 'versus-b' ? 'sequential' : names.find((name) => name.startsWith('tail-index')) ?? names.at(-1);
    select.value = names.includes(was) ? was : usual;
  }
}

function legend(most) {
  const list = at('legend');
  list.replaceChildren();
  const shown = Math.min(most, 6);
  for (let degree = 1; degree <= shown; degree++) {
    const item = make('li');
    const swatch = make('i');
    swatch.style.height = `${Math.max(4, 14 * thickness(degree))}px`;
    swatch.style.background = `var(--t${degree})`;
    item.append(swatch, `${degree}${degree === shown && most > shown ? '+' : ''}${degree === 1 ? ' thread' : degree === shown ? ' threads' : ''}`);
    list.append(item);
  }
}

const clock = (atMs) => new Date(Date.now() - (bars.now() || atMs) + atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function decisions(all) {
  const list = at('decisions');
  list.replaceChildren();
  for (const decision of all.toReversed()) {
    const item = make('li');
    item.append(make('time', '', clock(decision.atMs)), make('b', '', decision.what), make('span', '', decision.reason));
    list.append(item);
  }
}

at('load-toggle').addEventListener('click', () => send({ running: !state.running }));
at('load').addEventListener('input', () => { at('load-value').textContent = `${at('load').value} %`; });
at('load').addEventListener('change', () => send({ load: Number(at('load').value), running: true }));
at('cores').addEventListener('input', () => { at('cores-value').textContent = CORES[at('cores').value]; });
at('cores').addEventListener('change', () => send({ cores: CORES[at('cores').value] }));

// ---- The slowest.

function slowest(rows) {
  const body = at('slow').tBodies[0];
  body.replaceChildren();
  at('slow-empty').hidden = rows.length > 0;
  at('slow').hidden = rows.length === 0;
  const palette = colours();
  for (const row of rows) {
    const line = make('tr');
    const where = make('td');
    where.append(make('span', 'words-of-parts', row.parts.map(([, name, ms]) => `${name} ${msText(ms)}`).join(' · ')));
    const strip = make('div', 'parts');
    for (const [degree, , ms] of row.parts) {
      const part = make('i', degree === 0 ? 'waited' : '');
      part.style.width = `${100 * ms / rows[0].ms}%`;
      if (degree > 0) part.style.background = colourOf(palette, degree);
      strip.append(part);
    }
    where.append(strip);
    line.append(make('td', '', row.title || 'a search'), where, make('td', 'number', row.ms.toFixed(row.ms < 10 ? 1 : 0)));
    body.append(line);
  }
}

// ---- One policy against another.

const RATIO_MARKS = [0.25, 0.5, 1, 2, 4];
const ratioAt = (ratio) => 100 * (Math.log(Math.min(Math.max(ratio, 0.2), 5)) - Math.log(0.2)) / (Math.log(5) - Math.log(0.2));

function versus(message) {
  at('versus-go').textContent = message.running ? 'Stop' : 'Compare';
  at('versus-go').dataset.on = message.running;
  at('versus-a').disabled = at('versus-b').disabled = message.running;
  if (message.a) {
    at('versus-a').value = message.a;
    at('versus-b').value = message.b;
  }
  at('versus-turn').textContent = message.turn;
  const rows = at('versus-rows');
  at('versus-result').hidden = message.ratios.length === 0 && !message.verdict;
  rows.replaceChildren();
  if (message.ratios.length) {
    const axis = make('div', 'ratio-axis');
    const marksHolder = make('div');
    for (const ratio of RATIO_MARKS) {
      const mark = make('span', '', ratio === 1 ? 'equal' : `×${ratio}`);
      mark.style.left = `${ratioAt(ratio)}%`;
      marksHolder.append(mark);
    }
    axis.append(make('div'), marksHolder, make('div'));
    for (const ratio of message.ratios) {
      const row = make('div', `ratio${ratio.differs ? ' differs' : ''}`);
      const scale = make('div', 'scale');
      rows.append(row);
      if (ratio.value === undefined) {
        row.append(make('b', '', ratio.name), scale, make('span', 'words', ratio.words));
        continue;
      }
      const one = make('div', 'one');
      one.style.left = `${ratioAt(1)}%`;
      const span = make('div', 'span');
      span.style.left = `${ratioAt(ratio.low)}%`;
      span.style.width = `${Math.max(0.5, ratioAt(ratio.high) - ratioAt(ratio.low))}%`;
      const point = make('div', 'point');
      point.style.left = `${ratioAt(ratio.value)}%`;
      scale.append(one, span, point);
      row.append(make('b', '', ratio.name), scale, make('span', 'words', ratio.words));
    }
    rows.append(axis);
  }
  at('versus-verdict').textContent = message.verdict;
  at('versus-note').textContent = message.note;
}

for (const id of ['versus-a', 'versus-b']) {
  at(id).addEventListener('change', () => { chosen[id] = at(id).value; });
}
at('versus-go').addEventListener('click', () => send(
  at('versus-go').dataset.on === 'true'
    ? { versus: null }
    : { versus: { a: at('versus-a').value, b: at('versus-b').value } }));

legend(4);
showView(view);
