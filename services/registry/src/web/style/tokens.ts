/** Design tokens: colors of both modes, type, space. Every color of text has a contrast of at least 4.5 to its ground. */
export const designTokens = `
:root {
  color-scheme: light dark;
  --ground: #faf9f6; --raised: #ffffff; --sunk: #f1efe8; --line: #dfdbd0; --strong-line: #8f8a7d;
  --text: #1c1b18; --quiet: #5e5a50; --accent: #0b6a4d; --on-accent: #ffffff; --wash: #e3f2ea;
  --read: #1d5a9e; --write: #835000; --destructive: #a8251b;
  --read-wash: #e6eff9; --write-wash: #f8ecd6; --destructive-wash: #fae5e2;
  --ink: #17201c; --ink-text: #e9efe9; --ink-quiet: #9db0a5; --ink-accent: #7ee2b8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace;
  --gap: 1.25rem; --radius: 10px; --small-radius: 6px; --width: 76rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121513; --raised: #191d1b; --sunk: #0d0f0e; --line: #2d3330; --strong-line: #6d766f;
    --text: #eae9e2; --quiet: #a3aaa3; --accent: #6fd9ac; --on-accent: #06241a; --wash: #17302a;
    --read: #8dbcf2; --write: #e6b75f; --destructive: #f39a90;
    --read-wash: #16263a; --write-wash: #33270f; --destructive-wash: #3b1b18;
    --ink: #0a0d0b; --ink-text: #e4ebe5; --ink-quiet: #91a399;
  }
}
`
