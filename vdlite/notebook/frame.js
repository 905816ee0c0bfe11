async (given) => {
  // Runs in the output of a cell: in JupyterLab, VS Code and Colab, each time when the output is drawn.
  const script = document.currentScript;
  const place =
    script?.previousElementSibling ??
    [...document.querySelectorAll(`[data-vdlite="${given.name}"]`)].find((each) => !each.dataset.drawn);
  if (!place) return;
  place.dataset.drawn = "yes";

  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  const isEditor = location.protocol === "vscode-webview:";
  const server = (host) => `${given.scheme}://${host}:${given.port}`;

  function jupyterBase() {
    try {
      const config = document.getElementById("jupyter-config-data");
      return config ? JSON.parse(config.textContent).baseUrl : document.body.dataset.baseUrl;
    } catch {
      return undefined;
    }
  }

  /** Where the server may be reached from here, the best way first. */
  function addresses() {
    const found = [];
    if (given.proxy) found.push(given.proxy);
    if (isLoopback) found.push(server(location.hostname));
    if (isEditor) found.push(server("localhost"), server("127.0.0.1"));
    const base = jupyterBase();
    if (base) found.push(`${location.origin}${base}proxy/${given.port}`);
    return found.map((address) => address + given.path);
  }

  /** Whether what answers at an address has made our code; the code itself is not told. */
  async function answers(address) {
    try {
      const signal = AbortSignal.timeout(5000);
      const answer = await fetch(`${address}api/login?name=${given.name}`, { signal });
      return answer.ok && (await answer.json()).made_here === true;
    } catch {
      return false;
    }
  }

  async function find() {
    const colab = globalThis.google?.colab?.kernel;
    if (colab?.proxyPort) {
      // Its proxy lets frames in, and answers no questions of scripts.
      const address = await colab.proxyPort(given.port, { cache: true }).catch(() => null);
      return address && address.replace(/\/?$/, given.path);
    }
    // An editor on another machine begins to forward a port some seconds after it is there.
    for (let tries = isEditor ? 10 : 1; tries > 0; tries--) {
      const asked = addresses().map((address) => ({ address, ours: answers(address) }));
      for (const { address, ours } of asked) if (await ours) return address;
      if (tries > 1) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    return null;
  }

  function colorScheme() {
    const { body, documentElement: root } = document;
    if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false" ? "dark" : "light";
    if (body.dataset.vscodeThemeKind) {
      return /dark|^vscode-high-contrast$/.test(body.dataset.vscodeThemeKind) ? "dark" : "light";
    }
    return root.getAttribute("theme") === "dark" ? "dark" : "light";
  }

  function draw(address) {
    const frames = [location.origin, ...(location.ancestorOrigins ?? [])];
    const query = new URLSearchParams([
      ["login", given.code],
      ...[...new Set(frames)].map((origin) => ["frame", origin]),
      ["theme", colorScheme()],
    ]);
    const frame = document.createElement("iframe");
    frame.src = `${address}?${query}${given.page}`;
    frame.title = given.title;
    frame.allow = "fullscreen; clipboard-write";
    frame.style.cssText =
      `display: block; box-sizing: border-box; width: 100%; height: ${given.height}px; ` +
      "border: 1px solid rgba(128, 128, 128, 0.35); border-radius: 4px;";
    place.replaceChildren(frame);
  }

  place.style.visibility = "hidden";
  const address = await find();
  place.style.visibility = "";
  if (address) {
    draw(address);
  } else if (Date.now() - given.made < 120000) {
    const hint = document.createElement("p");
    hint.textContent =
      `If the kernel runs, this browser can't reach port ${given.port} of its machine: ` +
      "install jupyter-server-proxy where Jupyter runs, or forward the port " +
      `(ssh -L ${given.port}:127.0.0.1:${given.port} HOST).`;
    place.append(hint);
  }
}
