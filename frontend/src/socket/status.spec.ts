import { expect, test } from 'vitest';
import { Observable } from './status';

test('a listener hears the value now, each new one, and nothing after it left', () => {
  const heard: number[] = [];
  const observable = new Observable(1);
  const leave = observable.subscribe((value) => heard.push(value));
  observable.set(2);
  leave();
  observable.set(3);
  expect(heard).toEqual([1, 2]);
  expect(observable.value).toBe(3);
});
