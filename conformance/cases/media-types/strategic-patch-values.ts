import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { inLanes } from '../../wire/time/lanes.ts';
import { patchedObjects, patchRows } from '../../fixtures/patched/data/strategic-patches.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const rows = patchRows.map((row) => ({ ...row, about: JSON.stringify(row.patch) }));

export default {
  id: 'strategic-patch-values',
  title: 'A strategic merge patch SHOULD merge maps and lists by their keys, and MUST follow its directives.',
  requirements: ['MEDIA-039', 'MEDIA-067'],
  needs: ['namespace'],
  async run(c) {
    const pathOf = ({ groupVersion, resource }: { readonly groupVersion: string; readonly resource: string }) =>
      c.resource(groupVersion, resource);
    for (const one of Object.values(patchedObjects)) await createObject(c, pathOf(one).collection, one.manifest);
    const codes = c.vendor.behaviour.strategicPatch === 'literal' ? [400, 422, 500] : [400, 422];
    const look = async ({ object, patch, field, left, refused, about }: (typeof rows)[number]) => {
      // A dry run: all patches find the same object.
      const answer = await c.wire.patch(
        `${pathOf(patchedObjects[object]).item('strategic')}?dryRun=All`,
        'strategic',
        patch,
      );
      if (refused === true) return expectStatus(answer, ...codes);
      expectOk(answer);
      expectEqual(`${field} after ${about}`, fieldOf(answer, field) ?? null, left);
    };
    // Directives begin with a dollar sign.
    await c.holds('MEDIA-039', () =>
      inLanes(
        rows.filter(({ about }) => about.includes('"$')),
        4,
        look,
      ),
    );
    await c.holds('MEDIA-067', () =>
      inLanes(
        rows.filter(({ about }) => !about.includes('"$')),
        4,
        look,
      ),
    );
    const { deployment } = patchedObjects;
    expectOk(await c.wire.patch(pathOf(deployment).item('strategic'), 'merge', { metadata: { finalizers: null } }));
  },
} satisfies Case;
