// Contract files import nothing else of ours but types, and every exported contract suite is run by at least one test.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, sources } from './sources.mjs';

const contracts = [
  'shared/vendor/vendor.ts',
  'shared/process/clock.ts',
  'shared/process/loop.ts',
  'shared/schema/schema.ts',
  'shared/client/transport.ts',
  'apiserver/storage/store.ts',
  'apiserver/storage/resource-cache.ts',
  'apiserver/registry/resource.ts',
  'apiserver/registry/verb.ts',
  'apiserver/http/exchange.ts',
  'apiserver/http/stage.ts',
  'apiserver/authentication/authenticator.ts',
  'apiserver/audit/audit-sink.ts',
  'apiserver/authorization/authorizer.ts',
  'apiserver/admission/admission.ts',
  'apiserver/controller/controller.ts',
  'agent/cri/runtime.ts',
  'conformance/cases/case.ts',
];

const faults = [];
const files = sources();
const text = (file) => readFileSync(join(root, file), 'utf8');
for (const file of contracts) {
  if (!files.includes(file)) faults.push(`${file} is missing`);
  else if (/^import (?!type )[^;]*from '\./m.test(text(file))) faults.push(`${file}: a contract imports types only`);
}
const tests = files.filter((file) => file.endsWith('.test.ts'));
for (const suite of files.filter((file) => file.endsWith('.contract.ts'))) {
  if (!tests.some((test) => text(test).includes(basename(suite))))
    faults.push(`${suite}: no test runs this contract suite`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
