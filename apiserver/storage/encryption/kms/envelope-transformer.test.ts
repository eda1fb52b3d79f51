import t from 'tap';
import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { aesGcm } from '../cipher/aes-gcm.ts';
import { extendedNonceGcm } from '../cipher/extended-nonce-gcm.ts';
import { EnvelopeTransformer } from './envelope-transformer.ts';
import type { KmsMetrics } from './kms-metrics.ts';
import { encryptedObject, sourceIsKey, sourceIsSeed } from './messages.ts';

const place = '/registry/core/secrets/default/a';
const secret = Buffer.alloc(32, 7);

/** A transformer whose plug-in decrypts every source to the same secret; the newest key is a seed under `current`. */
function scene() {
  const clock = new FakeClock();
  const state = { asked: 0, kept: 0 };
  const head = {
    encryptedSource: Buffer.from('newest'),
    keyId: 'current',
    annotations: new Map(),
    sourceType: sourceIsSeed,
  };
  const key = { cipher: extendedNonceGcm(secret), head };
  const metrics: Partial<KmsMetrics> = {
    missed: () => {},
    keyUsed: () => {},
    kept: (_, count) => void (state.kept = count),
  };
  const transformer = new EnvelopeTransformer({
    name: 'vault',
    plugin: {
      decrypt: async () => {
        state.asked += 1;
        return { plaintext: secret };
      },
    },
    keys: { newest: () => key, usable: () => key },
    clock,
    metrics: metrics as KmsMetrics,
  });
  const stored = (source: string, keyId: string, sourceType: number): Buffer => {
    const cipher = sourceType === sourceIsKey ? aesGcm(secret) : extendedNonceGcm(secret);
    const encryptedData = cipher.seal(Buffer.from('value'), place);
    const annotations = new Map<string, Buffer>();
    return encryptedObject.encode({
      encryptedData,
      keyId,
      encryptedSource: Buffer.from(source),
      annotations,
      sourceType,
    });
  };
  return { clock, state, transformer, stored };
}

t.test('a value is stale whose key is not the newest one, or of another kind', async (t) => {
  const { transformer, stored } = scene();
  const value = Buffer.from('value');
  const read = async (keyId: string, type: number) => transformer.fromStorage(stored('s', keyId, type), place);
  t.strictSame(await read('current', sourceIsSeed), { value, stale: false });
  t.strictSame(await read('former', sourceIsSeed), { value, stale: true });
  t.strictSame(await read('current', sourceIsKey), { value, stale: true });
});

t.test('a seed is kept for a day, and asked for again after that', async (t) => {
  const { clock, state, transformer, stored } = scene();
  await transformer.fromStorage(stored('one', 'current', sourceIsSeed), place);
  await transformer.fromStorage(stored('one', 'current', sourceIsSeed), place);
  t.match(state, { asked: 1, kept: 1 });
  await clock.advance(86_399_000);
  await transformer.fromStorage(stored('two', 'current', sourceIsSeed), place);
  t.match(state, { asked: 2, kept: 2 });
  await clock.advance(2000);
  await transformer.fromStorage(stored('three', 'current', sourceIsSeed), place);
  t.match(state, { asked: 3, kept: 2 }, 'the first one is over');
  await transformer.fromStorage(stored('one', 'current', sourceIsSeed), place);
  t.match(state, { asked: 4, kept: 3 });
});
