import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createSigningRequest } from '../../fixtures/signing/signing-request.ts';

const pem = (type: string) => `-----BEGIN ${type}-----\nMIIB\n-----END ${type}-----\n`;

export default {
  id: 'signing-request-status',
  title:
    'Conditions of a signing request MUST have a status and distinct types; its certificate MUST be PEM certificates.',
  requirements: ['REMOVED-071', 'REMOVED-072', 'REMOVED-073'],
  async run(c) {
    const { path, object } = await createSigningRequest(c);
    const approved = { type: 'Approved', status: 'True', reason: 'Test', message: 'For the test.' };
    const write = (sub: string, status: object) => c.wire.put(`${path}/${sub}`, { ...object, status });
    expectStatus(await write('approval', { conditions: [approved, approved] }), 400, 422);
    expectStatus(await write('approval', { conditions: [{ ...approved, status: undefined }] }), 400, 422);
    for (const text of [pem('PRIVATE KEY'), 'no certificate']) {
      const certificate = Buffer.from(text).toString('base64');
      expectStatus(await write('status', { certificate }), 400, 422);
    }
    const fresh = (await c.wire.get(path)).json() as object;
    expectOk(await c.wire.put(`${path}/approval`, { ...fresh, status: { conditions: [approved] } }));
  },
} satisfies Case;
