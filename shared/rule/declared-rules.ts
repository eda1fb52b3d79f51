// The rules that built-in kinds declare, those of the release that the API speaks.

import type { RulesByKind } from './rule.ts';

export const declaredRules: RulesByKind = new Map([
  [
    'core/v1.ReplicationController',
    {
      endpoints: ['', 'scale'],
      fields: {
        spec: {
          fields: {
            // Has a default, so that it is there when the rules are judged.
            replicas: { presence: 'required', minimum: 0 },
            minReadySeconds: { minimum: 0 },
          },
        },
      },
    },
  ],
  [
    'autoscaling/v1.Scale',
    {
      endpoints: ['scale'],
      fields: { spec: { fields: { replicas: { minimum: 0 } } } },
    },
  ],
  [
    'certificates.{api}/v1.CertificateSigningRequest',
    {
      endpoints: ['', 'approval', 'status'],
      fields: {
        status: {
          fields: {
            conditions: {
              presence: 'optional',
              keys: ['type'],
              zeroOrOneOf: [{ item: { type: 'Approved' } }, { item: { type: 'Denied' } }],
            },
          },
        },
      },
    },
  ],
]);
