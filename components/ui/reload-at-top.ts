/**
 * Loads the page anew at its top. A reload would restore the scroll position by what was in view, which hides the title where
 * everything above has grown.
 */
export function reloadAtTop(): void {
  location.replace(location.pathname + location.search);
}
