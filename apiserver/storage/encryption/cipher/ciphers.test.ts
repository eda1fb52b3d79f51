import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import type { Cipher } from '../contract/value-transformer.ts';
import { aesCbc } from './aes-cbc.ts';
import { aesGcm } from './aes-gcm.ts';
import { extendedNonceGcm } from './extended-nonce-gcm.ts';
import { secretbox } from './secretbox.ts';
import { explore } from '../../../../fixtures/shared/explore.fixture.ts';

interface Method {
  readonly name: string;
  readonly make: (secret: Buffer) => Cipher;
  readonly lengths: readonly number[];
  /** Whether a changed value is noticed, and one at another place. */
  readonly authenticates: 'nothing' | 'value' | 'place';
}

const methods: readonly Method[] = [
  { name: 'AES-GCM', make: aesGcm, lengths: [16, 24, 32], authenticates: 'place' },
  { name: 'AES-GCM with derived keys', make: extendedNonceGcm, lengths: [32, 48], authenticates: 'place' },
  { name: 'AES-CBC', make: aesCbc, lengths: [16, 24, 32], authenticates: 'nothing' },
  { name: 'secretbox', make: secretbox, lengths: [32], authenticates: 'value' },
];

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

for (const { name, make, lengths, authenticates } of methods) {
  const secret = fc
    .constantFrom(...lengths)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    .map((array) => Buffer.from(array));

  t.test(`${name}: encrypted values can be decrypted with the same place and key, and are never equal`, async (t) => {
    explore(
      fc.property(secret, bytes, fc.string(), (key, value, place) => {
        const cipher = make(key);
        const sealed = cipher.seal(value, place);
        t.strictSame(make(key).open(sealed, place), value);
        t.notSame(cipher.seal(value, place), sealed);
      }),
      { numRuns: 60 },
    );
  });

  t.test(`${name}: bytes of others are refused or are other bytes, and nothing else happens`, async (t) => {
    explore(
      fc.property(secret, bytes, (key, value) => {
        try {
          t.type(make(key).open(value, '/a'), Buffer);
        } catch (error) {
          t.equal((error as Error).name, 'Error');
        }
      }),
      { numRuns: 200 },
    );
  });

  if (authenticates === 'nothing') continue;
  t.test(`${name}: a changed value is refused`, async (t) => {
    explore(
      fc.property(secret, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (key, value, at, change) => {
        const sealed = make(key).seal(value, '/a');
        const place = at % sealed.length;
        sealed[place] = (sealed[place] ?? 0) ^ change;
        t.throws(() => make(key).open(sealed, '/a'));
      }),
      { numRuns: 60 },
    );
  });

  t.test(`${name}: a value at another place is ${authenticates === 'place' ? 'refused' : 'taken'}`, async (t) => {
    const cipher = make(Buffer.alloc(32, 7));
    const sealed = cipher.seal(Buffer.from('value'), '/a');
    if (authenticates === 'place') t.throws(() => cipher.open(sealed, '/b'), /cipher: message authentication failed/);
    else t.strictSame(cipher.open(sealed, '/b'), Buffer.from('value'));
  });
}

t.test('keys of other lengths are refused', async (t) => {
  for (const length of [0, 15, 31, 33]) {
    for (const make of [aesGcm, aesCbc, secretbox]) t.throws(() => make(Buffer.alloc(length)), TypeError);
  }
  t.throws(() => secretbox(Buffer.alloc(16)), TypeError);
  t.throws(() => extendedNonceGcm(Buffer.alloc(31)), /invalid seed length 31/);
});

// From the specification of NaCl: crypto_secretbox of the first test vector of its paper.
t.test('secretbox is that of NaCl', async (t) => {
  const key = Buffer.from('1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389', 'hex');
  const nonce = '69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37';
  const sealed = Buffer.from(
    `${nonce}f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5`,
    'hex',
  );
  const value =
    'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705';
  t.equal(secretbox(key).open(sealed, '').toString('hex'), value);
});

t.test('every byte of the padding of AES-CBC counts', async (t) => {
  const secret = Buffer.alloc(32, 1);
  const vector = Buffer.alloc(16, 2);
  const sealed = (...end: readonly number[]): Buffer => {
    const cipher = createCipheriv('aes-256-cbc', secret, vector).setAutoPadding(false);
    const block = Buffer.concat([Buffer.alloc(16 - end.length, 0x61), Buffer.from(end)]);
    return Buffer.concat([vector, cipher.update(block), cipher.final()]);
  };
  t.equal(
    aesCbc(secret)
      .open(sealed(3, 3, 3), '')
      .toString(),
    'a'.repeat(13),
  );
  for (const end of [[3, 2, 3], [2, 3, 3], [0], [17]])
    t.throws(() => aesCbc(secret).open(sealed(...end), ''), { message: /padding|PKCS7/ });
});
