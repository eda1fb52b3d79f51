import t from 'tap';
import { createAuthority } from '../../../shared/certificates/authority.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { readAuthenticationConfig } from './check-config.ts';
import { claimCompiler } from './claim-expressions.ts';

const vendor = vendorOf('orch');
const tools = {
  vendor,
  schemas: loadSchemas(vendor),
  compiler: claimCompiler(vendor),
  ownIssuers: ['https://own.example'],
};

const read = (jwt: unknown, more: object = {}, version = 'v1') =>
  readAuthenticationConfig(
    JSON.stringify({
      apiVersion: vendor.fill(`apiserver.config.{api}/${version}`),
      kind: 'AuthenticationConfiguration',
      jwt,
      ...more,
    }),
    tools,
  );

const issuer = { url: 'https://a.example', audiences: ['x'] };
const claimMappings = { username: { claim: 'sub', prefix: '' } };
const one = (more: object = {}) => [{ issuer, claimMappings, ...more }];
const ofIssuer = (more: object) => one({ issuer: { ...issuer, ...more } });
const mapped = (more: object) => one({ claimMappings: { ...claimMappings, ...more } });

t.test('a whole configuration is read, in both versions (OIDC-001, OIDC-004, OIDC-102)', (t) => {
  const authority = createAuthority({ commonName: 'a', clock: systemClock }).certificatePem;
  for (const version of ['v1', 'v1beta1']) {
    const { jwt, anonymous } = read(
      [
        {
          issuer: {
            url: 'https://a.example',
            discoveryURL: 'https://b.example/well-known',
            certificateAuthority: authority,
            audiences: ['x', 'y'],
            audienceMatchPolicy: 'MatchAny',
          },
          claimValidationRules: [
            { claim: 'hd', requiredValue: 'z' },
            { expression: 'claims.n > 1', message: 'more' },
          ],
          claimMappings: {
            username: { expression: 'claims.email_verified ? claims.email : claims.sub' },
            groups: { claim: 'groups', prefix: 'g:' },
            uid: { claim: 'sub' },
            extra: [{ key: 'a.example/tenant', valueExpression: 'claims.tenant' }],
          },
          userValidationRules: [{ expression: "!user.username.startsWith('system:')" }],
        },
      ],
      { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } },
      version,
    );
    t.match(jwt, [
      {
        issuer: { discoveryUrl: 'https://b.example/well-known', audiences: ['x', 'y'] },
        requiredClaims: [{ claim: 'hd', value: 'z' }],
        claimRules: [{ message: 'more' }],
        groups: { claim: 'groups', prefix: 'g:' },
        uid: { claim: 'sub' },
        extra: [{ key: 'a.example/tenant' }],
      },
    ]);
    t.strictSame(anonymous, { enabled: true, paths: ['/livez'] });
  }
  t.strictSame(read([]), { jwt: [], anonymous: undefined }, 'none at first, more after a reload');
  t.equal(
    read(Array.from({ length: 64 }, (_, at) => one({ issuer: { ...issuer, url: `https://${at}.example` } })[0])).jwt
      .length,
    64,
  );
  t.end();
});

const refused: readonly [string, unknown, string | RegExp][] = [
  [
    '65 authenticators (OIDC-001)',
    Array.from({ length: 65 }, () => one()[0]),
    'jwt: Too many: 65: must have at most 64 items',
  ],
  ['an issuer twice (OIDC-002)', [...one(), ...one()], 'jwt[1].issuer.url: Duplicate value: "https://a.example"'],
  [
    'the own issuer (OIDC-003)',
    ofIssuer({ url: 'https://own.example' }),
    /^jwt\[0\]\.issuer\.url: Invalid value: "https:\/\/own\.example": URL must not overlap with disallowed issuers/,
  ],
  ['no issuer', ofIssuer({ url: '' }), 'jwt[0].issuer.url: Required value'],
  [
    'plain HTTP (OIDC-052)',
    ofIssuer({ url: 'http://a.example' }),
    'jwt[0].issuer.url: Invalid value: "http://a.example": URL scheme must be https',
  ],
  ['a user in the URL', ofIssuer({ url: 'https://u:p@a.example' }), /URL must not contain a username or password/],
  ['a query', ofIssuer({ url: 'https://a.example?x=y' }), /URL must not contain a query/],
  ['a fragment', ofIssuer({ url: 'https://a.example#x' }), /URL must not contain a fragment/],
  [
    'discovery at the issuer (OIDC-007)',
    ofIssuer({ discoveryURL: 'https://a.example/' }),
    /discoveryURL must be different from URL/,
  ],
  [
    'discovery twice (OIDC-008)',
    [
      ...ofIssuer({ discoveryURL: 'https://d.example' }),
      ...ofIssuer({ url: 'https://b.example', discoveryURL: 'https://d.example' }),
    ],
    'jwt[1].issuer.discoveryURL: Duplicate value: "https://d.example"',
  ],
  ['no audience', ofIssuer({ audiences: [] }), /^jwt\[0\]\.issuer\.audiences: Required value: at least one/],
  ['an empty audience', ofIssuer({ audiences: [''] }), 'jwt[0].issuer.audiences[0]: Required value'],
  [
    'two audiences without a policy (OIDC-014)',
    ofIssuer({ audiences: ['x', 'y'] }),
    'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
  ],
  [
    'another policy (OIDC-013)',
    ofIssuer({ audienceMatchPolicy: 'MatchAll' }),
    /must be empty or MatchAny for single audience/,
  ],
  [
    'an authority that is none',
    ofIssuer({ certificateAuthority: 'x' }),
    /^jwt\[0\]\.issuer\.certificateAuthority: Invalid value: "<omitted>"/,
  ],
  [
    'another egress selector (OIDC-015)',
    ofIssuer({ egressSelectorType: 'etcd' }),
    /egress selector must be either controlplane or cluster/,
  ],
  [
    'an egress selector',
    ofIssuer({ egressSelectorType: 'cluster' }),
    /egressSelectorType: Invalid value: "cluster": this server has no egress configuration/,
  ],
  [
    'a rule of both forms (OIDC-019)',
    one({ claimValidationRules: [{ claim: 'a', expression: 'true' }] }),
    'jwt[0].claimValidationRules[0]: Invalid value: "a": claim and expression can\'t both be set',
  ],
  [
    'a rule of neither',
    one({ claimValidationRules: [{}] }),
    'jwt[0].claimValidationRules[0]: Required value: claim or expression is required',
  ],
  [
    'a message beside a claim',
    one({ claimValidationRules: [{ claim: 'a', message: 'm' }] }),
    /message: Invalid value: "m": may not be specified when claim is set/,
  ],
  [
    'a value beside an expression',
    one({ claimValidationRules: [{ expression: 'true', requiredValue: 'm' }] }),
    /may not be specified when expression is set/,
  ],
  [
    'a claim rule twice',
    one({ claimValidationRules: [{ claim: 'a' }, { claim: 'a' }] }),
    'jwt[0].claimValidationRules[1].claim: Duplicate value: "a"',
  ],
  [
    'a rule that is no condition',
    one({ claimValidationRules: [{ expression: 'claims.a' }] }),
    'jwt[0].claimValidationRules[0].expression: Invalid value: "claims.a": must evaluate to bool',
  ],
  [
    'a rule that does not compile',
    one({ claimValidationRules: [{ expression: 'user.x' }] }),
    /compilation failed: ERROR: <input>:1:1: undeclared reference to 'user'/,
  ],
  [
    'no user name (OIDC-023)',
    one({ claimMappings: {} }),
    'jwt[0].claimMappings.username: Required value: claim or expression is required',
  ],
  [
    'a name of both forms (OIDC-024)',
    mapped({ username: { claim: 'a', prefix: '', expression: 'claims.a' } }),
    /username: Invalid value: "": claim and expression can't both be set/,
  ],
  [
    'a claim without a prefix (OIDC-025)',
    mapped({ username: { claim: 'a' } }),
    /^jwt\[0\]\.claimMappings\.username\.prefix: Required value: prefix is required when claim is set/,
  ],
  [
    'a prefix of an expression',
    mapped({ username: { prefix: 'x', expression: 'claims.a' } }),
    /prefix: Invalid value: "x": may not be specified when expression is set/,
  ],
  [
    'an unverified address (OIDC-027)',
    mapped({ username: { expression: 'claims.email' } }),
    /^jwt\[0\]\.claimMappings\.username\.expression: Invalid value: "claims\.email": claims\.email_verified must be used/,
  ],
  [
    'an optional unverified address',
    mapped({ username: { expression: 'claims.?email.orValue("x")' } }),
    /claims\.email_verified must be used/,
  ],
  ['groups without a prefix', mapped({ groups: { claim: 'g' } }), /groups\.prefix: Required value/],
  [
    'an id of both forms (OIDC-030)',
    mapped({ uid: { claim: 'a', expression: 'claims.a' } }),
    /uid: Invalid value: "": claim and expression can't both be set/,
  ],
  [
    'an extra without a domain (OIDC-033)',
    mapped({ extra: [{ key: 'tenant', valueExpression: 'claims.a' }] }),
    /extra\[0\]\.key: Invalid value: "tenant": must be a domain-prefixed path/,
  ],
  [
    'an extra in capitals (OIDC-034)',
    mapped({ extra: [{ key: 'a.example/Tenant', valueExpression: 'claims.a' }] }),
    'jwt[0].claimMappings.extra[0].key: Invalid value: "a.example/Tenant": must be lowercase',
  ],
  [
    'an extra twice (OIDC-035)',
    mapped({ extra: ['a', 'b'].map((claim) => ({ key: 'a.example/x', valueExpression: `claims.${claim}` })) }),
    /extra\[1\]\.key: Duplicate value/,
  ],
  [
    'an extra of a bad domain (OIDC-036)',
    mapped({ extra: [{ key: 'a_b/x', valueExpression: 'claims.a' }] }),
    /a lowercase RFC 1123 subdomain must consist of/,
  ],
  [
    'an extra of a bad path (OIDC-037)',
    mapped({ extra: [{ key: 'a.example/x y', valueExpression: 'claims.a' }] }),
    /Invalid path/,
  ],
  [
    'an extra of the maker (OIDC-038)',
    mapped({ extra: [{ key: `${vendor.fill('{api}')}/x`, valueExpression: 'claims.a' }] }),
    /are reserved for/,
  ],
  [
    'an extra of a domain below',
    mapped({ extra: [{ key: `a.${vendor.fill('{api}')}/x`, valueExpression: 'claims.a' }] }),
    /are reserved for/,
  ],
  [
    'an extra without a value',
    mapped({ extra: [{ key: 'a.example/x' }] }),
    'jwt[0].claimMappings.extra[0].valueExpression: Required value',
  ],
  [
    'a user rule without an expression',
    one({ userValidationRules: [{ message: 'm' }] }),
    'jwt[0].userValidationRules[0].expression: Required value',
  ],
  [
    'a user rule over claims (OIDC-040)',
    one({ userValidationRules: [{ expression: 'claims.a == "x"' }] }),
    /undeclared reference to 'claims'/,
  ],
  [
    'a user rule over a field that is not there',
    one({ userValidationRules: [{ expression: 'user.nick == "x"' }] }),
    /undefined field 'nick'/,
  ],
  ['an unknown field', one({ more: 1 }), 'strict decoding error: unknown field "jwt[0].more"'],
];

for (const [what, jwt, message] of refused) {
  t.test(`refused: ${what}`, (t) => {
    t.throws(() => read(jwt), { name: 'ConfigDocumentError', message });
    t.end();
  });
}

t.test('an address is accepted when a rule or expression checks email_verified (OIDC-027)', (t) => {
  const email = { username: { expression: 'claims.email' } };
  t.equal(
    read(
      one({
        claimMappings: email,
        claimValidationRules: [{ expression: 'claims.?email_verified.orValue(true) == true' }],
      }),
    ).jwt.length,
    1,
  );
  t.equal(
    read(mapped({ ...email, extra: [{ key: 'a.example/v', valueExpression: 'string(claims.email_verified)' }] })).jwt
      .length,
    1,
  );
  t.end();
});

t.test('conditions for anonymous requests require that anonymous requests are enabled (OIDC-042, OIDC-043)', (t) => {
  const anonymous = { enabled: false, conditions: [{ path: '/livez' }] };
  t.throws(() => read([], { anonymous }), {
    message: /^anonymous\.conditions: Invalid value: .*: enabled should be set to true when conditions are defined$/,
  });
  t.strictSame(read([], { anonymous: { enabled: false } }).anonymous, { enabled: false, paths: undefined });
  t.end();
});
