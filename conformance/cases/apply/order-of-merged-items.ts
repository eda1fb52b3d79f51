// Items as letters: the secrets of an account are a list whose items have names.

import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { serviceAccount } from '../../fixtures/manifests.ts';

/** What is there, what is applied, and what comes of it. */
const merges = [
  ['abc', 'abc', 'abc'],
  ['abc', 'cba', 'cba'],
  ['abc', 'cb', 'acb'],
  ['abc', 'xa', 'xabc'],
  ['abc', 'ax', 'abcx'],
  ['abc', 'bx', 'abcx'],
  ['abc', 'xc', 'abxc'],
  ['abc', 'bxc', 'abxc'],
  ['abc', 'cxa', 'bcxa'],
  ['abcd', 'db', 'acdb'],
  ['abcd', 'xbyd', 'axbcyd'],
  ['abcdef', 'fcx', 'abdefcx'],
  ['ab', 'xy', 'abxy'],
] as const;

export default {
  id: 'order-of-merged-items',
  title: 'Merged items MUST stand in the order of the apply, and existing items near those they stood by.',
  requirements: ['APPLY-045', 'APPLY-046', 'APPLY-047'],
  needs: ['namespace'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    const withItems = (name: string, letters: string) => ({
      ...serviceAccount(name),
      secrets: letters.split('').map((letter) => ({ name: letter })),
    });
    const itemsOf = (answer: unknown) =>
      expectArray(answer, 'secrets')
        .map((item) => expectText(item, 'name'))
        .join('');
    const names = new Map([...new Set(merges.map(([live]) => live))].map((live, at) => [live, `order-${at}`]));
    for (const [live, name] of names) await createObject(c, accounts.collection, withItems(name, live));
    await Promise.all(
      merges.map(async ([live, applied, merged]) => {
        const name = names.get(live) ?? '';
        const answer = await applyAs(c, 'm1', accounts.item(name), withItems(name, applied), { dryRun: 'All' });
        expectOk(answer);
        expectEqual(`${applied} applied to ${live}`, itemsOf(answer), merged);
      }),
    );
    // What is left out goes, and so do its owners.
    const item = accounts.item('order-0');
    expectOk(await applyAs(c, 'm2', item, withItems('order-0', 'xay')));
    const less = await applyAs(c, 'm2', item, withItems('order-0', 'y'));
    expectOk(less);
    expectEqual('what is left', itemsOf(less), 'abcy');
    const keys = ['x', 'a', 'y'].map((letter) => ownersOf(less, 'f:secrets', `k:{"name":"${letter}"}`).includes('m2'));
    expectEqual('owned', keys, [false, false, true]);
  },
} satisfies Case;
