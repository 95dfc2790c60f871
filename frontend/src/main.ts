import { mount } from 'svelte';
import App from './panels/App.svelte';
import { Chapter } from './page/chapter.svelte';
import { browserMemory, Drafts } from './page/memory';
import { hashOfPath } from './page/route';
import { RunDesk } from './page/runs.svelte';
import { Session, type Address } from './page/session.svelte';
import { SharedEdits } from './page/shared';
import { findBackend } from './socket/backend';
import { browserWire, RunSocket } from './socket/client';
import { Server } from './socket/http';
import { Shelf } from './socket/shelf';
import './styles/tokens.css';
import './styles/base.css';
import './styles/prose.css';

const browser: Address = {
  read: () => location.hash || hashOfPath(location.pathname),
  write: (hash, how) => {
    if (how === 'push') history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  },
};

async function start(): Promise<void> {
  const backend = await findBackend(document.baseURI);
  const memory = browserMemory();
  const desk = new RunDesk(
    (listeners) =>
      new RunSocket({
        connect: () => browserWire(backend.socket),
        backoff: { first: 250, longest: 30_000 },
        ...listeners,
      }),
  );
  const chapter = new Chapter(browser);
  const session = new Session(
    new Server(backend, new Shelf(document.baseURI)),
    desk,
    new Drafts(memory),
    chapter,
    new SharedEdits(memory),
  );
  const opened = session.open();
  mount(App, { target: page(), props: { session, memory, chapter } });
  desk.socket.open();
  addEventListener('online', () => {
    desk.socket.retry();
  });
  desk.socket.status.subscribe(({ state }) => {
    if (state === 'open' && session.offline) void session.describe();
  });
  addEventListener('popstate', () => {
    void session.open();
  });
  await opened;
  await session.describe();
}

function page(): HTMLElement {
  const element = document.getElementById('page');
  if (!element) throw new Error('index.html has no element with the id "page"');
  return element;
}

start().catch((error: unknown) => {
  page().textContent = `The page could not start. ${error instanceof Error ? error.message : String(error)}`;
});
