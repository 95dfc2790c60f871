import { mount } from 'svelte';
import App from './panels/App.svelte';
import { Chapter } from './page/chapter.svelte';
import { browserMemory, Drafts } from './page/memory';
import { RunDesk } from './page/runs.svelte';
import { Session, type Address } from './page/session.svelte';
import { findBackend } from './socket/backend';
import { browserWire, RunSocket } from './socket/client';
import { Server } from './socket/http';
import './styles/tokens.css';
import './styles/base.css';
import './styles/prose.css';

const browser: Address = {
  read: () => location.hash,
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
        backoff: { first: 250, longest: 8000 },
        ...listeners,
      }),
  );
  const chapter = new Chapter(browser);
  const session = new Session(new Server(backend), desk, new Drafts(memory), chapter);
  const opened = session.open();
  mount(App, { target: page(), props: { session, memory, chapter } });
  desk.socket.open();
  addEventListener('online', () => {
    desk.socket.retry();
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
