// The page's interactive features: search, filter, keys, copying, the choice of light or dark. The page is complete
// without it. It inserts only text, never markup, so that nothing from a target can become part of the page.

/** The content of the page's script element. */
export const script = String.raw`'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const search = $('search');
  const area = $('area');
  const buttons = all('.tools [data-choose]');
  const cases = all('[data-outcome]').map((element) => ({ element, text: element.textContent.toLowerCase() }));
  $('tools').hidden = false;

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const outcomes = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.choose);
    let [shown, of] = [0, 0];
    for (const { element, text } of cases) {
      const { outcome, area: where } = element.dataset;
      const fits = words.every((word) => text.includes(word)) &&
        (outcomes.length === 0 || outcomes.includes(outcome)) && (area.value === '' || area.value === where);
      element.hidden = !fits;
      if (element.dataset.counted === undefined) continue;
      of += 1;
      if (fits) shown += 1;
    }
    for (const group of all('.need')) group.hidden = all('[data-outcome]', group).every((element) => element.hidden);
    for (const section of all('section[data-cases]')) {
      const none = all('[data-outcome]', section).every((element) => element.hidden);
      const note = section.querySelector('.none');
      if (note) note.hidden = !none;
    }
    $('chosen').textContent = shown === of ? of + ' cases' : shown + ' of ' + of + ' cases';
  }
  search.addEventListener('input', filter);
  area.addEventListener('change', filter);
  for (const button of buttons) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      filter();
    });
  }
  $('reset').addEventListener('click', () => {
    search.value = '';
    area.value = '';
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
    filter();
    search.focus();
  });

  const stops = () => all('main summary, main td a').filter((element) => element.checkVisibility ? element.checkVisibility() : element.offsetParent !== null);
  function step(by) {
    const list = stops();
    const at = list.indexOf(document.activeElement);
    const next = at === -1 ? (by > 0 ? list[0] : undefined) : list[at + by];
    if (next === undefined) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest', behavior: 'auto' });
    const under = $('tools').getBoundingClientRect().bottom - next.getBoundingClientRect().top;
    if (under > 0) scrollBy({ top: -under - 8, behavior: 'auto' });
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    const typing = target === search;
    if (key === '/' && !typing) search.focus();
    else if (key === 'Escape' && typing) {
      if (search.value === '') search.blur();
      search.value = '';
      filter();
    } else if (target.tagName === 'SELECT') return;
    else if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp' && !typing) step(-1);
    else return;
    event.preventDefault();
  });

  for (const button of all('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const code = button.parentElement.querySelector('code');
      const done = await copy(code);
      button.textContent = done ? 'Copied' : 'Press Ctrl+C';
      $('said').textContent = done ? 'The command is copied.' : 'The command is selected; press Ctrl+C.';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }
  async function copy(code) {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      // A page from a file may not be allowed to copy: then it selects the command for the reader.
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      try { return document.execCommand('copy'); } catch { return false; }
    }
  }

  const themes = ['auto', 'light', 'dark'];
  const theme = $('theme');
  let chosen = 'auto';
  function paint() {
    if (chosen === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    theme.textContent = 'Colours: ' + chosen;
  }
  try {
    const kept = localStorage.getItem('conformance-theme');
    if (themes.includes(kept)) chosen = kept;
  } catch { /* Kept nowhere: the choice lasts as long as the page. */ }
  theme.addEventListener('click', () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
    try { localStorage.setItem('conformance-theme', chosen); } catch { /* As above. */ }
    paint();
  });
  paint();

  function openTarget() {
    let id;
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const element = id === '' ? null : $(id);
    if (element === null) return;
    for (let each = element; each; each = each.parentElement) {
      if (each.tagName === 'DETAILS') each.open = true;
      if (each.dataset && each.dataset.outcome !== undefined && each.hidden) $('reset').click();
    }
    element.scrollIntoView();
    const summary = element.querySelector('summary');
    if (summary) summary.focus({ preventScroll: true });
  }
  addEventListener('hashchange', openTarget);
  filter();
  openTarget();
})();
`;
