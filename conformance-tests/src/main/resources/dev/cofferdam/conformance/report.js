(() => {
  const area = document.getElementById('area');
  const status = document.getElementById('status');
  const text = document.getElementById('text');
  const shown = document.getElementById('shown');
  const checks = [...document.querySelectorAll('details.check')];
  const apply = () => {
    const words = text.value.toLowerCase();
    let count = 0;
    for (const check of checks) {
      const visible = (!area.value || check.dataset.area === area.value)
        && (!status.value || check.dataset.status === status.value)
        && (!words || check.id.toLowerCase().replaceAll('_', ' ').includes(words.replaceAll('_', ' ')));
      check.hidden = !visible;
      if (visible) count++;
    }
    shown.textContent = count + ' of ' + checks.length;
  };
  for (const input of [area, status, text]) input.addEventListener('input', apply);
  apply();
  const open = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (open) { open.open = true; open.scrollIntoView(); }
})();
