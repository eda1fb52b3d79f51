// The status of a claim: its allocation, its users, and the state of its devices.

import t from 'tap';
import { fieldErrorMessage } from '../../../../../shared/object/field-error-message.ts';
import { type ClaimStatus, claimStatusErrors, keepAllocatedDevices } from './claim-status.ts';

const names = new Set(['one', 'two', 'two/small']);
const result = { request: 'one', driver: 'd.example', pool: 'p', device: 'gpu-0' };
const place = { driver: 'd.example', pool: 'p', device: 'gpu-0' };
const allocation = { devices: { results: [result] } };
const user = { resource: 'pods', name: 'a', uid: 'u-1' };

function faults(status: ClaimStatus, old: ClaimStatus = {}, ending = false): readonly string[] {
  return claimStatusErrors(status, old, { names, ending }).map(
    (error) => `${error.field}: ${fieldErrorMessage(error)}`,
  );
}

t.test('an allocation is set once, and is immutable until it is removed', (t) => {
  t.strictSame(faults({ allocation }), []);
  t.strictSame(faults({ allocation }, { allocation: structuredClone(allocation) }), []);
  t.strictSame(faults({}, { allocation }), []);
  const other = { devices: { results: [{ ...result, device: 'gpu-1' }] } };
  const [fault, ...more] = faults({ allocation: other }, { allocation });
  t.match(fault, /^status\.allocation: Invalid value: .*: field is immutable$/s);
  t.strictSame(more, []);
  // What was stored is not judged again.
  const strange = { devices: { results: [{ ...result, request: 'gone' }] } };
  t.strictSame(faults({ allocation: strange }, { allocation: strange }), []);
  t.end();
});

t.test('an allocation names requests of the claim, and devices by their places', (t) => {
  const path = 'status.allocation.devices.results[0]';
  const of = (change: object) => faults({ allocation: { devices: { results: [{ ...result, ...change }] } } });
  t.strictSame(of({ request: 'two/small' }), []);
  t.match(of({ request: 'three' }), [
    new RegExp(`^${path.replaceAll(/[[\].]/g, '\\$&')}\\.request: Invalid value: "three"`),
  ]);
  t.match(of({ driver: '' })[0], `${path}.driver: Required value`);
  t.match(of({ pool: '' })[0], `${path}.pool: Required value`);
  t.match(of({ device: 'A' })[0], `${path}.device: Invalid value: "A"`);
  t.match(of({ shareID: 'x' })[0], `${path}.shareID: Invalid value: "x": error validating uid: invalid UUID length: 1`);
  t.strictSame(of({ shareID: '12345678-1234-1234-1234-123456789abc' }), []);
  t.match(of({ bindingConditions: ['a.example/x'] }).join(), 'bindingFailureConditions are required');
  const many = Array.from({ length: 33 }, (_, index) => ({ ...result, device: `gpu-${index}` }));
  const all = (results: readonly object[]) => faults({ allocation: { devices: { results } } });
  t.strictSame(all(many), ['status.allocation.devices.results: Too many: 33: must have at most 32 items']);
  t.strictSame(all(many.slice(1)), []);
  t.end();
});

t.test('a configuration of an allocation comes from the claim or from the class', (t) => {
  const path = 'status.allocation.devices.config[0].source';
  const opaque = { driver: 'd.example', parameters: {} };
  const of = (source: string) =>
    faults({ allocation: { devices: { results: [result], config: [{ source, opaque }] } } });
  for (const source of ['FromClaim', 'FromClass']) t.strictSame(of(source), [], source);
  t.strictSame(of(''), [`${path}: Required value`]);
  t.strictSame(of('FromHeaven'), [
    `${path}: Unsupported value: "FromHeaven": supported values: "FromClaim", "FromClass"`,
  ]);
  t.end();
});

t.test('a claim is used by those that are named whole, once each, and only while it is allocated', (t) => {
  const path = 'status.reservedFor';
  t.strictSame(faults({ allocation, reservedFor: [user] }), []);
  t.strictSame(faults({ reservedFor: [user] }), [
    `${path}: Forbidden: may not be specified when \`allocated\` is not set`,
  ]);
  for (const field of ['resource', 'name', 'uid']) {
    const partial = { ...user, [field]: '' };
    t.strictSame(faults({ allocation, reservedFor: [partial] }), [`${path}[0].${field}: Required value`], field);
  }
  t.match(faults({ allocation, reservedFor: [user, { ...user, name: 'b' }] }), [
    `${path}[1].uid: Duplicate value: "u-1"`,
  ]);
  const users = Array.from({ length: 257 }, (_, index) => ({ ...user, uid: `u-${index}` }));
  t.strictSame(faults({ allocation, reservedFor: users }), [`${path}: Too many: 257: must have at most 256 items`]);
  t.strictSame(faults({ allocation, reservedFor: users.slice(1) }), []);
  t.end();
});

t.test('a claim that is ending gets no new users; its present users may stay or leave', (t) => {
  const detail = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  const other = { ...user, uid: 'u-2' };
  const old = { allocation, reservedFor: [user] };
  t.strictSame(faults({ allocation, reservedFor: [user, other] }, old, true), [
    `status.reservedFor: Forbidden: ${detail}`,
  ]);
  t.strictSame(faults({ allocation, reservedFor: [user, other] }, old, false), []);
  t.strictSame(faults({ allocation, reservedFor: [{ ...user }] }, old, true), []);
  t.strictSame(faults({ allocation, reservedFor: [] }, old, true), []);
  t.end();
});

t.test('only devices of the allocation have a state, each one', (t) => {
  const path = 'status.devices';
  t.strictSame(faults({ allocation, devices: [place] }), []);
  t.strictSame(faults({ allocation, devices: [{ ...place, device: 'gpu-1' }] }), [
    `${path}[0]: Invalid value: {"Driver":{},"Pool":{},"Device":{},"ShareID":{}}: must be an allocated device in the claim`,
  ]);
  t.strictSame(faults({ allocation, devices: [place, { ...place }] }), [
    `${path}[1].deviceID: Duplicate value: "d.example/p/gpu-0"`,
  ]);
  const shareID = '12345678-1234-1234-1234-123456789abc';
  const shared = { devices: { results: [{ ...result, shareID }] } };
  t.strictSame(faults({ allocation: shared, devices: [{ ...place, shareID }] }), []);
  t.equal(faults({ allocation: shared, devices: [place] }).length, 1, 'a share is another device');
  t.end();
});

t.test('the state of a device has its limits', (t) => {
  const path = 'status.devices[0]';
  const condition = { status: 'True', reason: 'R', lastTransitionTime: '2024-01-01T00:00:00Z' };
  const of = (more: object) => faults({ allocation, devices: [{ ...place, ...more }] });
  const conditions = (count: number) => ({
    conditions: Array.from({ length: count }, (_, at) => ({ ...condition, type: `C${at}` })),
  });
  t.strictSame(of(conditions(8)), []);
  t.strictSame(of(conditions(9)), [`${path}.conditions: Too many: 9: must have at most 8 items`]);
  t.strictSame(of({ conditions: null, data: null }), []);
  t.match(of({ conditions: [{ ...condition, type: 'C', status: 'Perhaps' }] }), [
    /conditions\[0\]\.status: Unsupported/,
  ]);
  t.strictSame(of({ data: { a: 'x' } }), []);
  t.equal(of({ data: { a: 'x'.repeat(10_240) } }).length, 1);
  for (const [field, most] of [
    ['interfaceName', 256],
    ['hardwareAddress', 128],
  ] as const) {
    t.strictSame(of({ networkData: { [field]: 'x'.repeat(most) } }), [], field);
    const long = of({ networkData: { [field]: 'x'.repeat(most + 1) } });
    t.strictSame(long, [`${path}.networkData.${field}: Too long: may not be more than ${most} bytes`], field);
  }
  t.end();
});

t.test('addresses of a device have the length of their network, in the one form', (t) => {
  const path = 'status.devices[0].networkData.ips';
  const of = (...ips: string[]) => faults({ allocation, devices: [{ ...place, networkData: { ips } }] });
  for (const good of ['10.9.8.7/24', '10.9.8.7/32', '10.9.8.7/0', '2001:db8::1/64', '2001:db8::1/128', '::1/0'])
    t.strictSame(of(good), [], good);
  const form = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
  for (const bad of ['10.9.8.7', '10.9.8.7/33', '2001:db8::1/129', '10.9.8/24', 'x/24', '10.9.8.7/24 ', ''])
    t.strictSame(of(bad), [`${path}[0]: Invalid value: ${JSON.stringify(bad)}: ${form}`], bad);
  for (const [other, canonical] of [
    ['2001:DB8::1/64', '2001:db8::1/64'],
    ['2001:db8:0::1/64', '2001:db8::1/64'],
    ['10.9.8.7/024', '10.9.8.7/24'],
  ] as const) {
    t.strictSame(of(other), [
      `${path}[0]: Invalid value: ${JSON.stringify(other)}: must be in canonical form (${JSON.stringify(canonical)})`,
    ]);
  }
  t.strictSame(of('10.9.8.7/24', '10.9.8.7/24'), [`${path}[1]: Duplicate value: "10.9.8.7/24"`]);
  const many = Array.from({ length: 17 }, (_, index) => `10.9.8.${index}/24`);
  t.strictSame(of(...many), [`${path}: Too many: 17: must have at most 16 items`]);
  t.strictSame(of(...many.slice(1)), []);
  t.end();
});

t.test('the state of a deallocated device is dropped; that of others stays', (t) => {
  const kept = (devices: readonly object[] | undefined, now: object | undefined, before: object | undefined) => {
    const status = { ...(devices && { devices: [...devices] }), ...(now && { allocation: now }) } as ClaimStatus;
    keepAllocatedDevices(status, before === undefined ? undefined : { allocation: before });
    return status.devices;
  };
  const other = { ...place, device: 'gpu-1' };
  const both = { devices: { results: [result, { ...result, device: 'gpu-1' }] } };
  t.strictSame(kept([place, other], both, both), [place, other]);
  t.strictSame(kept([place, other], allocation, both), [place]);
  t.strictSame(kept([place, other], undefined, both), undefined, 'no empty list is left');
  t.strictSame(kept([other], allocation, allocation), [other], 'what never was there is refused later');
  t.strictSame(kept([other], allocation, undefined), [other]);
  t.strictSame(kept(undefined, undefined, both), undefined);
  keepAllocatedDevices(undefined, { allocation });
  t.end();
});
