/** Warnings are errors in svelte-check; components may use runes only. */
export default {
  compilerOptions: { runes: true },
};
