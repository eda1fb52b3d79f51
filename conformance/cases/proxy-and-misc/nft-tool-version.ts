import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { findingOf } from '../../fixtures/host-stand-ins.ts';

export default {
  id: 'nft-tool-version',
  title: 'The nftables mode of the proxy MUST refuse an nft tool older than 1.0.1 and accept 1.0.1 and later ones.',
  requirements: ['MISC-001'],
  needs: ['launch-agent'],
  async run(c) {
    const nftables = ['--proxy-mode=nftables'];
    for (const nft of ['nftables v1.0.0 (Fearless Fosdick #1)', 'nftables v0.9.8 (E.D.S.)']) {
      const { verdict, advice = '', code } = await findingOf(c, 'nft', { nft }, nftables);
      expectEqual(`verdict on ${nft}`, verdict, 'failure');
      expectThat('exit code', code !== 0, 'other than 0', code);
      expectThat('advice', advice.includes('1.0.1'), 'the version that is needed', advice);
    }
    // The last number of the later one is the smaller.
    for (const nft of ['nftables v1.0.1', 'nftables v1.1.0 (Commodore Bullmoose)'])
      expectEqual(`verdict on ${nft}`, (await findingOf(c, 'nft', { nft }, nftables)).verdict, 'ok');
  },
} satisfies Case;
