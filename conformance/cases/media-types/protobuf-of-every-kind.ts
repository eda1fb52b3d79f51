import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectEnvelope } from '../../wire/expect/envelope.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectJson } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { inLanes } from '../../wire/time/lanes.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import type { Manifest } from '../../fixtures/manifests.ts';
import { keyOf, type SoundObject } from '../../fixtures/faulty/sound-objects.ts';
import { onOwnNode, ownNames, pathsOf, manifestOf } from '../../fixtures/faulty/trials.ts';
import { storedObjects } from '../../fixtures/faulty/verdict-tables.ts';
import { accountOf } from '../../fixtures/faulty/verdicts.ts';

/** Objects in parallel. */
const lanes = 4;

/** Definitions are stored by none: other cases would see their kinds come and go. */
const objects = storedObjects().filter(({ resource }) => !/^(customresourcedefinitions|apiservices)\./.test(resource));

export default {
  id: 'protobuf-of-every-kind',
  title:
    'An object of any built-in kind MUST be the same object in protobuf: what is read so and written so changes nothing.',
  requirements: ['MEDIA-010', 'MEDIA-060', 'OBJ-013', 'OBJ-031', 'OBJ-032', 'OBJ-033', 'VERS-038', 'VERS-040'],
  needs: ['namespace'],
  async run(c) {
    await accountOf(c);
    await inLanes(objects, lanes, (object) => expectSame(c, object));
  },
} satisfies Case;

async function expectSame(c: CaseContext, object: SoundObject): Promise<void> {
  const type = c.vendor.fill('application/vnd.{maker}.protobuf');
  const paths = pathsOf(c, object.resource, object.namespaced);
  const { placed } = await onOwnNode(c, ownNames(c, manifestOf(c, object)));
  const created = await c.wire.post(paths.collection, placed);
  expectCreated(created);
  const item = paths.item(String((expectJson(created) as { metadata: { name: string } }).metadata.name));
  c.removeLater(item);
  const attempt = async () => {
    const [stored, binary] = [await c.wire.get(item), await c.wire.get(item, { accept: type })];
    if (binary.status === 406) throw new NotObservable('the target does not offer the binary type');
    expectOk(binary);
    await c.holds('MEDIA-010', async () => {
      const { apiVersion, kind } = expectEnvelope(binary);
      expectEqual(`type in the protobuf of ${keyOf(object)}`, { apiVersion, kind }, typeOf(placed));
    });
    const sent = { contentType: type, accept: 'application/json', query: { dryRun: 'All' } };
    const written = await c.wire.put(item, binary.body, sent);
    const isSteady = versionOf(await c.wire.get(item)) === versionOf(stored);
    return { stored, written, isSteady };
  };
  let { stored, written, isSteady } = await attempt();
  // Controllers may have written it meanwhile.
  for (let tries = 1; !isSteady && tries < 10; tries += 1) ({ stored, written, isSteady } = await attempt());
  expectOk(written);
  const fieldSelector = `metadata.name=${item.split('/').at(-1)}`;
  const stream = await c.wire.watch(paths.collection, { fieldSelector });
  expectOpen(stream);
  const event = await stream.nextChange();
  stream.close();
  const labels = { conformance: 'seen' };
  const patched = await c.wire.patch(`${item}?dryRun=All`, 'merge', { metadata: { labels } });
  expectOk(patched);
  const told = [...[created, stored, written, patched].map(expectJson), event.object].map((one) =>
    typeOf(one as Manifest),
  );
  await c.holds(['OBJ-013', 'OBJ-031'], async () => {
    for (const { kind } of told) expectEqual(`kind of ${keyOf(object)}`, kind, placed['kind']);
  });
  const isVersion = async () => {
    for (const { apiVersion } of told) expectEqual(`version of ${keyOf(object)}`, apiVersion, placed['apiVersion']);
  };
  if (item.startsWith('/api/')) await c.holds(['OBJ-032', 'VERS-038'], isVersion);
  else await c.holds(['OBJ-033', 'VERS-040'], isVersion);
  expectEqual(`${keyOf(object)} after PUT of its own protobuf`, content(written), content(stored));
  await c.wire.delete(`${item}?gracePeriodSeconds=0`);
}

const typeOf = ({ apiVersion, kind }: Manifest) => ({ apiVersion, kind });

/** Without what a write that changes nothing may set. */
function content(exchange: Exchange): unknown {
  const { metadata, ...others } = expectJson(exchange) as { metadata: Manifest };
  const { managedFields: _owners, resourceVersion: _version, ...rest } = metadata;
  return { metadata: rest, ...others };
}
