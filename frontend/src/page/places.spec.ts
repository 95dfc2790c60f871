import { expect, test } from 'vitest';
import { caseAt, caseOf, isOwnPlace, ownPlace } from './places';
import { SCRATCHPAD } from './scratch';

test('the scratchpad and the cases are places of the page’s own', () => {
  expect(ownPlace('scratch')).toBe(SCRATCHPAD);
  expect(ownPlace('troubleshooting/slow-storage')?.starter).toBe(
    caseAt('troubleshooting/slow-storage')?.broken,
  );
  expect(['scratch', 'troubleshooting', 'troubleshooting/uneven-data'].map(isOwnPlace)).toEqual([
    true,
    true,
    true,
  ]);
});

test('troubleshooting alone is the first case, under its own name', () => {
  expect(ownPlace('troubleshooting')?.id).toBe('troubleshooting/uneven-data');
});

test('exercises are the server’s, and what nobody knows is nobody’s', () => {
  expect(isOwnPlace('train01')).toBe(false);
  expect(ownPlace('train01')).toBeNull();
  expect(isOwnPlace('troubleshooting/nothing')).toBe(true);
  expect(ownPlace('troubleshooting/nothing')).toBeNull();
});

test('a diagnosis leads to the case that shows it', () => {
  expect(caseOf('device_mismatch')?.id).toBe('two-devices');
  expect(caseOf('syntax_error')).toBeNull();
});
