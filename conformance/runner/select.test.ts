// Selecting cases by area, requirement and pattern.

import t from 'tap';
import type { PlacedCase } from './select.ts';
import { SelectionError, selectCases } from './select.ts';

const place = (area: string, id: string, requirements: readonly string[]): PlacedCase => ({
  area,
  definition: { id, title: `The ${id} MUST hold.`, requirements, run: async () => {} },
});
const all = [
  place('listing', 'chunks', ['LIST-002']),
  place('listing', 'order', ['LIST-022']),
  place('watching', 'resume', ['WATCH-020', 'LIST-003']),
];
const chosen = (selection: Parameters<typeof selectCases>[1]) =>
  selectCases(all, selection).map(({ definition }) => definition.id);

t.test('without a selection every case runs', async (t) => {
  t.strictSame(chosen({}), ['chunks', 'order', 'resume']);
});

t.test('values of one flag are alternatives, different flags narrow each other', async (t) => {
  t.strictSame(chosen({ areas: ['listing'] }), ['chunks', 'order']);
  t.strictSame(chosen({ requirements: ['LIST-002', 'LIST-003'] }), ['chunks', 'resume']);
  t.strictSame(chosen({ areas: ['watching'], requirements: ['LIST-002', 'LIST-003'] }), ['resume']);
  t.strictSame(chosen({ pattern: '^listing/o|resume MUST' }), ['order', 'resume']);
  t.strictSame(chosen({ cases: ['order', 'watching/resume'] }), ['order', 'resume']);
  t.strictSame(chosen({ except: ['order'] }), ['chunks', 'resume']);
  t.strictSame(chosen({ except: ['listing/order'] }), ['chunks', 'resume']);
});

t.test('an unknown name is an error', async (t) => {
  t.throws(() => chosen({ areas: ['lists'] }), new SelectionError('unknown area "lists" (is it listing?)'));
  t.throws(() => chosen({ cases: ['watching/order'] }), { message: /^unknown case "watching\/order"/ });
  t.throws(() => chosen({ except: ['none'] }), new SelectionError('unknown case "none"'));
  t.throws(() => chosen({ pattern: '(' }), new SelectionError('"(" is not a regular expression'));
  t.throws(() => chosen({ requirements: ['LIST-001'] }), new SelectionError('no case matches the selection'));
});
