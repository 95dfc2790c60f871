"""How the pages look: the playground's colours and type, light and dark as the system is."""

CSS = """\
:root {
  color-scheme: light dark;
  --ground: #f8fafc;
  --raised: #ffffff;
  --border: #cbd5e1;
  --text: #0f172a;
  --dim: #475569;
  --accent: #075985;
  --good: #065f46;
  --warning: #92400e;
  --error: #be123c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f172a;
    --raised: #1e293b;
    --border: #334155;
    --text: #e2e8f0;
    --dim: #a3b1c6;
    --accent: #38bdf8;
    --good: #34d399;
    --warning: #f59e0b;
    --error: #fb7185;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 16px;
  max-width: 46rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin: 16px 0 4px; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 32px 0 8px; font-size: 1.125rem; }
h3 { margin: 24px 0 4px; font-size: 1rem; }
p, ul { margin: 8px 0; max-width: 42rem; }
ul { padding-left: 24px; }
li { margin: 4px 0; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
code { font-size: 0.9em; }
pre {
  margin: 8px 0;
  padding: 12px;
  border: 1px solid var(--border);
  border-left-width: 4px;
  border-radius: 4px;
  background: var(--raised);
  overflow-x: auto;
  line-height: 1.4;
}
.bad pre { border-left-color: var(--error); }
.good pre { border-left-color: var(--good); }
.facts { margin: 0; color: var(--dim); }
.error { color: var(--error); }
.warning { color: var(--warning); }
.summary { font-size: 1.125rem; }
nav { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; }
footer { margin-top: 40px; padding-top: 8px; border-top: 1px solid var(--border); color: var(--dim); }
"""
