import { expect, test } from 'vitest';
import { ACTIVITIES } from '../run/timespent';
import { activityBackground, ACTIVITY_STYLES } from './activities';

test('no two activities look the same', () => {
  expect(new Set(ACTIVITIES.map(activityBackground)).size).toBe(ACTIVITIES.length);
});

test('data and storage have the colours that they have everywhere', () => {
  expect(ACTIVITY_STYLES.data.property).toBe('--area-data');
  expect(ACTIVITY_STYLES.checkpoint.property).toBe('--area-storage');
});
