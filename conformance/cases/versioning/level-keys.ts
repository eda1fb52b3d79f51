import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { releaseBefore } from '../../fixtures/launches.ts';

export default {
  id: 'level-keys',
  title: 'The key of a level SHOULD switch all its versions, and no others, whatever the key of all levels says.',
  requirements: ['VERS-101U'],
  needs: ['launch-server'],
  launch: releaseBefore,
  async run(c) {
    await expectServed(c, c.wire, { beta: true, alpha: false });
    for (const [keys, served] of [
      ['api/all=true,api/alpha=false', { beta: true, alpha: false }],
      ['api/beta=false,api/all=true', { beta: false, alpha: true }],
      ['api/all=false,api/ga=true', { beta: false, alpha: false }],
    ] as const) {
      const { wire } = await c.launchServer({ server: [`--runtime-config=${keys}`] });
      await expectServed(c, wire, served);
    }
  },
} satisfies Case;

async function expectServed(
  { vendor }: CaseContext,
  wire: CaseContext['wire'],
  served: { readonly beta: boolean; readonly alpha: boolean },
): Promise<void> {
  for (const [path, isServed] of [
    ['/apis/networking.{api}/v1beta1/ipaddresses', served.beta],
    ['/apis/storage.{api}/v1alpha1/volumeattributesclasses', served.alpha],
    ['/api/v1/namespaces', true],
  ] as const) {
    const answer = await wire.get(vendor.fill(path));
    if (isServed) expectOk(answer);
    else expectStatus(answer, 404);
  }
}
