// Runs before the first paint, so that nobody in a dark room is shown a white page. It is a file of its own
// because the content policy forbids scripts inside the page.
(function () {
  var theme = 'system';
  try {
    theme = localStorage.getItem('theme') || 'system';
  } catch {
    // Storage may be forbidden; the system's choice stands.
  }
  var isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
