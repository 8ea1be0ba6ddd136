import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show where the model comes from and how to add another provider',
	run(_, {state}) {
		const {provider, model} = state.session;
		const named = state.models.filter(name => name.includes('/'));
		const providers = [...new Set(named.map(name => name.split('/')[0] ?? name))];
		const lines = [
			`In use: ${provider === '' && model !== '' ? `whoever answers “${model}”` : `${provider || 'none yet'} / ${model || 'none yet'}`}`,
			`Known here: ${providers.join(', ') || 'none yet'}`,
			'',
			'A key in the environment is enough: OPENAI_API_KEY, ANTHROPIC_API_KEY,',
			'GEMINI_API_KEY or OPENROUTER_API_KEY; or a running Ollama or llama.cpp.',
			'Any other provider is an entry under "providers" in config.json:',
			'  {"name": "local", "kind": "openai-chat", "baseUrl": "http://127.0.0.1:11434/v1",',
			'   "models": ["qwen3-coder"]}',
			'`agent-tui config path` says where that file is; `agent-tui doctor` checks it.',
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Provider', lines}}];
	},
} satisfies SlashCommand;
