import t from 'tap';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { conversionReview, convertedObjects } from './conversion-review.ts';
import { convertedObject, kindText, objectOf } from './converted-object.ts';

const vendor = vendorOf('kubernetes');
const group = vendor.fill('apiextensions.{api}');
const original: ApiObject = {
  apiVersion: 'e.com/v1',
  kind: 'X',
  metadata: { name: 'a', namespace: 'n', uid: 'u', generation: 3, labels: { a: 'b' } },
};
const asked = { apiVersion: 'e.com/v2', uid: '1' };
const review = conversionReview(vendor, ['v9', 'v1', 'v1beta1'], [original], asked);
const answer = (response: object, more: object = {}) => ({
  apiVersion: `${group}/v1`,
  kind: 'ConversionReview',
  response: { uid: '1', result: { status: 'Success' }, ...response },
  ...more,
});

t.test('the first version of the review that both sides know is spoken', (t) => {
  t.strictSame(JSON.parse(review.body), {
    kind: 'ConversionReview',
    apiVersion: `${group}/v1`,
    request: { uid: '1', desiredAPIVersion: 'e.com/v2', objects: [original] },
  });
  t.equal(conversionReview(vendor, ['v1beta1', 'v1'], [], asked).version, 'v1beta1');
  t.throws(() => conversionReview(vendor, ['v9'], [], asked), /^no supported conversion review versions$/);
  t.match(conversionReview(vendor, ['v1'], [{ ...original, n: 2n ** 60n }], asked).body, /"n":1152921504606846976/);
  t.end();
});

t.test('an answer is the review that was asked for, and a success', (t) => {
  t.strictSame(convertedObjects(vendor, review, answer({ convertedObjects: [1] })), [1]);
  t.strictSame(convertedObjects(vendor, review, answer({})), []);
  const fails = (given: unknown, message: string) =>
    t.throws(() => convertedObjects(vendor, review, given), { message }, message);
  fails(null, `expected webhook response of ${group}/v1, Kind=ConversionReview, got /, Kind=`);
  fails(
    answer({}, { kind: 'Y' }),
    `expected webhook response of ${group}/v1, Kind=ConversionReview, got ${group}/v1, Kind=Y`,
  );
  fails(answer({}, { response: null }), 'no response provided');
  fails(answer({ uid: '2' }), 'expected response.uid="1", got "2"');
  fails(answer({ result: { status: 'Failed', message: 'no' } }), 'no');
  fails(answer({ result: { status: 'Failed' } }), "response.result.status was 'Failed', not 'Success'");
  fails(answer({ result: null }), "response.result.status was '', not 'Success'");
  const older = conversionReview(vendor, ['v1beta1'], [original], asked);
  t.strictSame(
    convertedObjects(vendor, older, { response: { result: { status: 'Success' }, convertedObjects: [] } }),
    [],
  );
  t.end();
});

t.test(
  'a webhook may change everything but the identity of the object; in its metadata labels and annotations',
  (t) => {
    const converted = (more: object, metadata: object = {}) =>
      convertedObject(
        original,
        objectOf({ apiVersion: 'e.com/v2', kind: 'X', metadata: { ...original.metadata, ...metadata }, ...more }),
        'e.com/v2',
      );
    t.strictSame(
      converted({ spec: 1 }, { labels: { c: 'd' }, annotations: { x: 'y' }, generation: 9, finalizers: ['f/f'] }),
      {
        apiVersion: 'e.com/v2',
        kind: 'X',
        metadata: { name: 'a', namespace: 'n', uid: 'u', generation: 3, labels: { c: 'd' }, annotations: { x: 'y' } },
        spec: 1,
      },
    );
    t.strictSame(converted({}, { labels: null }).metadata.labels, undefined);
    const fails = (more: object, metadata: object, message: RegExp | string) =>
      t.throws(() => converted(more, metadata), { message }, String(message));
    fails({ kind: '' }, {}, /^Object 'Kind' is missing in '/);
    fails({ kind: 'Y' }, {}, 'returned invalid object at index 0: invalid kind (expected X, received Y)');
    fails(
      { apiVersion: 'e.com/v3' },
      {},
      'returned invalid object at index 0: invalid groupVersion (expected e.com/v2, received e.com/v3)',
    );
    fails({}, { name: 'b' }, 'returned invalid object: must have the same name: a != b');
    fails({}, { namespace: 'b' }, 'returned invalid object: must have the same namespace: n != b');
    fails({}, { uid: undefined }, 'returned invalid object: must have the same UID: u != ');
    fails(
      {},
      { labels: [] },
      'returned invalid metadata: invalid metadata.labels of type []interface {} in converted object',
    );
    fails(
      {},
      { labels: { a: 1 } },
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    );
    fails({}, { labels: { 'a b': 'c' } }, /^returned invalid metadata: metadata.labels: Invalid value: "a b"/);
    fails({}, { annotations: { 'a b': 'c' } }, /^returned invalid metadata: metadata.annotation: Invalid value: "a b"/);
    for (const [given, found] of [
      [1, 'number'],
      ['x', 'string'],
      [[], 'array'],
      [true, 'bool'],
    ] as const) {
      const message = `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
      t.throws(() => objectOf(given), { message });
    }
    t.throws(() => objectOf(null), { message: 'unexpected end of JSON input' });
    t.equal(kindText(original), 'e.com/v1, Kind=X');
    t.equal(kindText({ ...original, apiVersion: 'v1' }), '/v1, Kind=X');
    t.end();
  },
);
