// What this device prefers of the cards, of motion and of how the table lies, as attributes of the
// root. A classic script in the head: it runs before anything is drawn, so no other deck flashes up.
// The switches are in preferences.js.

(() => {
  const ATTRIBUTES = {
    four: ["deck", "four", "on"],
    large: ["print", "large", "on"],
    between: ["layout", "between", "on"],
    motion: ["motion", "off", "off"],
  };
  const SMALL = "#c-";
  const LARGE = "#l-";
  const FACES = `use[href*="${SMALL}"]:not([href$="#c-back"])`;

  const root = document.documentElement;
  // Also those that a script or an answer of the server puts there later.
  const watcher = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) enlarge(node);
  });

  function prefers(name) {
    try {
      return localStorage.getItem(`undercut.prefers.${name}`);
    } catch {
      return null; // the browser keeps nothing
    }
  }

  function enlarge(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const faces = [...(node.matches(FACES) ? [node] : []), ...node.querySelectorAll(FACES)];
    for (const face of faces) {
      face.setAttribute("href", face.getAttribute("href").replace(SMALL, LARGE));
      face.dataset.enlarged = "";
    }
  }

  function reduce() {
    for (const face of document.querySelectorAll("[data-enlarged]")) {
      face.setAttribute("href", face.getAttribute("href").replace(LARGE, SMALL));
      delete face.dataset.enlarged;
    }
  }

  function apply() {
    for (const [name, [attribute, value, when]] of Object.entries(ATTRIBUTES)) {
      if (prefers(name) === when) root.dataset[attribute] = value;
      else delete root.dataset[attribute];
    }
    watcher.disconnect();
    if (prefers("large") === "on") {
      enlarge(root);
      watcher.observe(root, { childList: true, subtree: true });
    } else {
      reduce();
    }
  }

  document.addEventListener("preferences:changed", apply);
  addEventListener("storage", apply); // changed in another tab
  apply();
})();
