// Three emulated servers with hedging.

import { msText } from './bars.js';
import { Plot } from './plots.js';

const at = (id) => document.getElementById(id);
const MOST_CALLS = 120;

export class ReplicaView {
  constructor(send) {
    this.send = send;
    this.cards = [];
    this.plot = new Plot(at('plot-replicas'), [
      { label: 'p50', colour: 'soft', dash: [2, 3] },
      { label: 'p95', colour: 'mid', dash: [7, 4] },
      { label: 'p99', colour: 'accent', width: 2.5 },
    ], 220);
    at('hedge').addEventListener('click', () => send({ replicas: { hedge: at('hedge').getAttribute('aria-pressed') !== 'true' } }));
  }

  card(number) {
    const card = document.createElement('div');
    card.className = 'replica';
    const title = document.createElement('h3');
    const state = document.createElement('span');
    title.append(`Server ${number + 1}`, state);
    const calls = document.createElement('div');
    calls.className = 'calls';
    calls.setAttribute('role', 'img');
    const button = document.createElement('button');
    button.type = 'button';
    button.addEventListener('click', () => this.send({
      replicas: { replica: number, pause: button.dataset.on !== 'true' } }));
    card.append(title, calls, button);
    at('replicas').append(card);
    return { card, state, calls, button };
  }

  take(message) {
    if (message.points) this.plot.reset(message.points);
    if (message.point) this.plot.add(message.point);
    while (this.cards.length < message.servers.length) this.cards.push(this.card(this.cards.length));
    message.servers.forEach((server, i) => {
      const { card, state, calls, button } = this.cards[i];
      card.classList.toggle('paused', server.paused);
      state.textContent = server.paused ? 'paused' : `${server.firsts + server.copies} calls inside`;
      calls.setAttribute('aria-label', `${server.firsts} calls and ${server.copies} copies`);
      const shown = Math.min(server.firsts + server.copies, MOST_CALLS);
      while (calls.childElementCount > shown) calls.lastElementChild.remove();
      while (calls.childElementCount < shown) calls.append(document.createElement('i'));
      [...calls.children].forEach((call, j) => { call.className = j < server.copies ? 'copy' : ''; });
      button.textContent = server.paused ? 'Go on' : 'Pause this one';
      button.dataset.on = server.paused;
    });
    at('hedge').setAttribute('aria-pressed', String(message.hedge));
    at('hedge-words').textContent = message.words;
    at('hedge-explain').textContent = message.explain;
    at('budget').textContent = message.budget;
    at('rcopies').textContent = message.copies;
    const point = message.point ?? message.points?.at(-1);
    if (point) {
      at('r50').textContent = point[1] === null ? '–' : msText(point[1]);
      at('r99').textContent = point[3] === null ? '–' : msText(point[3]);
    }
  }
}
