/** The checkout's one style sheet; light or dark by the browser's preference. */
export const checkoutCss = `:root{color-scheme:light dark;--line:light-dark(#c9ced6,#4b525e);--accent:light-dark(#1f4fd8,#9db8ff);--on:light-dark(#fff,#10182b);--muted:light-dark(#545b66,#b4bac4)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f6f7f9,#14161a);color:light-dark(#15181d,#f0f2f5)}
main{max-width:30rem;margin:5vh auto 0;padding:1.5rem;background:light-dark(#fff,#1d2026);border:1px solid var(--line);border-radius:12px}
h1{font-size:1.2rem;margin:0}.amount{font-size:2rem;font-weight:650;margin:.25rem 0;font-variant-numeric:tabular-nums}.order{color:var(--muted);margin:0 0 1rem}
fieldset{border:0;padding:0;margin:0}legend{font-weight:600;padding:0 0 .5rem}.methods{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.5rem}
.method{display:flex;gap:.5rem;align-items:center;border:1px solid var(--line);border-radius:8px;padding:.6rem .75rem;min-height:44px;cursor:pointer}.method:has(:checked){border-color:var(--accent);outline:1px solid var(--accent)}
details{margin:1rem 0}summary{cursor:pointer;min-height:32px}details label{display:block;margin-top:.5rem;color:var(--muted)}details input{display:block;width:100%;padding:.6rem;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}button{font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:8px;padding:.7rem 1.2rem;min-height:44px;background:var(--accent);color:var(--on);cursor:pointer}.quiet{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}footer{text-align:center;color:var(--muted);padding:1rem;font-size:.85rem}`;
