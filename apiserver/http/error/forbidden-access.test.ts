import t from 'tap';
import { escapeHtml, forbiddenAccess } from './forbidden-access.ts';

const user = { username: '<b>&', groups: [], extra: new Map() };

t.test(
  'no part of the sentence of a refusal is markup; its subject, details and reason are what they are',
  async (t) => {
    t.equal(escapeHtml('<a href="x">&amp;</a>'), '&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;');
    t.match(forbiddenAccess({ kind: 'path', user, verb: 'get', path: '/foo<x>' }, 'not <today>'), {
      code: 403,
      message: 'forbidden: User "&lt;b&gt;&amp;" cannot get path "/foo&lt;x&gt;": not <today>',
    });
    const asked = { verb: 'get', group: 'g>x', version: 'v1', resource: 'a&b', subresource: 'c', name: '<n>' };
    const refused = forbiddenAccess({ kind: 'resource', user, ...asked, namespace: '<s>' }, '');
    const what = 'get resource "a&amp;b/c" in API group "g&gt;x" in the namespace "&lt;s&gt;"';
    t.match(refused, {
      message: `a&b.g>x "<n>" is forbidden: User "&lt;b&gt;&amp;" cannot ${what}`,
      status: { details: { name: '<n>', group: 'g>x', kind: 'a&b' } },
    });
  },
);
