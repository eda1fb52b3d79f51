// That an agent notices a server of another vendor, and no more than that.

import t from 'tap';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { checkServerVendor } from './server-vendor.ts';

async function check(id: (typeof vendorIds)[number], status: number, text: string): Promise<void> {
  const body = (async function* () {
    yield Buffer.from(text);
  })();
  const transport = async () => ({ status, headers: {}, body });
  await checkServerVendor(transport, vendorOf(id), 'https://s', new AbortController().signal);
}

const groupsOf = (...ids: (typeof vendorIds)[number][]): string =>
  JSON.stringify({ groups: ids.map((id) => ({ name: vendorOf(id).fill('coordination.{api}') })) });

t.test('the API groups of another vendor are a wrong command line', async (t) => {
  for (const id of vendorIds) {
    for (const other of vendorIds) {
      const checked = check(id, 200, groupsOf(other));
      if (other === id) await t.resolves(checked);
      else
        await t.rejects(
          checked,
          new UsageError(
            `--vendor ${id}: https://s serves the API groups of vendor ${other}: start with --vendor ${other}`,
          ),
        );
    }
  }
});

t.test('the agent starts when the response does not identify a vendor', async (t) => {
  for (const id of vendorIds) {
    for (const text of ['', 'junk', '{}', '{"groups":[null,1,{"name":2}]}', groupsOf(...vendorIds)]) {
      await t.resolves(check(id, 200, text), text);
    }
    for (const other of vendorIds) await t.resolves(check(id, 403, groupsOf(other)));
  }
});
