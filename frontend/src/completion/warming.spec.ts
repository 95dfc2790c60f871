import { beforeEach, expect, test } from 'vitest';
import { deviceOf, Warming, whenToLoad, type Going, type Warmed } from './warming';

const QUIET: Going = { linted: true, starting: false, live: false };
const STARTING: Going = { linted: true, starting: true, live: true };
const TRAINING: Going = { linted: true, starting: false, live: true };
const DESKTOP = deviceOf({ deviceMemory: 8 }, false);

class FakeClient implements Warmed {
  state: Warmed['state'] = 'idle';
  start(): void {
    this.state = 'loading';
  }
  pause(): void {
    this.state = 'idle';
  }
}

let client: FakeClient;
let idle: (() => void)[];
let warming: Warming;

function warmingOn(device = DESKTOP): Warming {
  return new Warming(client, device, (start) => {
    idle.push(start);
    return () => (idle = idle.filter((other) => other !== start));
  });
}

beforeEach(() => {
  client = new FakeClient();
  idle = [];
  warming = warmingOn();
});

test('it loads in a moment of rest after the linter, and in no run', () => {
  warming.follow({ linted: false, starting: false, live: false });
  expect(idle).toHaveLength(0);
  warming.follow(QUIET);
  expect(idle).toHaveLength(1);
  warming.follow(STARTING);
  expect(idle).toHaveLength(0);
  warming.follow(QUIET);
  idle[0]?.();
  expect(client.state).toBe('loading');
});

test('what loads is given up for a run that starts, and begun anew after it', () => {
  warming.follow(QUIET);
  idle[0]?.();
  warming.follow(STARTING);
  expect(client.state).toBe('idle');
  warming.follow(TRAINING);
  expect(idle).toHaveLength(0);
  warming.follow(QUIET);
  expect(idle).toHaveLength(1);
});

test('what was asked for by key loads at once, and goes on while a run starts', () => {
  warming.follow(STARTING);
  warming.want('key');
  expect(client.state).toBe('loading');
  warming.follow(STARTING);
  expect(client.state).toBe('loading');
});

test('what has loaded stays when a run starts', () => {
  client.state = 'ready';
  warming.follow(STARTING);
  expect(client.state).toBe('ready');
});

test('typing loads it while a run is live, once the run has reported', () => {
  warming.follow(STARTING);
  warming.want('typing');
  expect(client.state).toBe('idle');
  warming.follow(TRAINING);
  expect(client.state).toBe('loading');
});

test('what was typed before a run does not load it in the midst of the run', () => {
  warming.want('typing');
  warming.follow(STARTING);
  warming.follow(TRAINING);
  expect(client.state).toBe('idle');
  warming.want('typing');
  expect(client.state).toBe('loading');
});

test('a small device and a phone load it for who types, and a browser that saves data for the key alone', () => {
  for (const device of [deviceOf({ deviceMemory: 4 }, false), deviceOf({}, true)]) {
    expect(whenToLoad('none', QUIET, device)).toBe('wait');
    expect(whenToLoad('typing', QUIET, device)).toBe('now');
  }
  const sparing = deviceOf({ connection: { saveData: true } }, false);
  expect(whenToLoad('typing', QUIET, sparing)).toBe('wait');
  expect(whenToLoad('key', QUIET, sparing)).toBe('now');
  expect(whenToLoad('none', QUIET, deviceOf({}, false))).toBe('idle');
});
