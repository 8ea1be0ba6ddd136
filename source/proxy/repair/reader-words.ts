/**
 * What words say about a call in the next line. They never decide alone: position and structure do,
 * and if those allow two readings, the model is asked. If a language is missing here, that costs a
 * question, and no wrong call is run.
 */
type Kind = 'intent' | 'example' | 'forbidden' | 'telling' | 'pointing' | 'reported';

/** Patterns for: the model is about to act. */
const intents: readonly string[] = [
	"I['’]ll|I will|I['’]m going to|I am going to|let me|let['’]s|let us|now I|I need to|I should|I have to|I want to",
	'^(?:now |first,? )?(?:checking|running|reading|searching|looking|fetching|calling|listing|opening|getting|executing|starting|trying|using)',
	'ich (?:werde|will|muss|möchte|prüfe|schaue|sehe|lese|suche|rufe|hole|öffne|starte|führe|frage|teste|nutze|liste)|(?:prüfe|schaue|hole|rufe|lese|suche|starte) ich|lass(?:en sie)? (?:mich|uns)',
	'je (?:vais|dois|veux|vérifie|regarde|lance|lis|cherche|consulte)|laisse[zr]?[- ]moi|permettez-moi|voyons|allons',
	'voy a|d[ée]jame|déjeme|perm[ií]t[ae]me|vamos a|necesito|debo|(?:compruebo|consulto|busco|leo|ejecuto)',
	'vou|deixe-me|deixa-me|deixa eu|vamos|preciso (?:de|ver|verificar|saber)',
	'fammi|lasciami|vado a|sto per|devo|controllo|verifico|cerco|leggo|eseguo|procedo|vediamo',
	'ik (?:ga|zal|wil|moet|kijk|controleer|lees|zoek|haal|voer|open|start)|laat m(?:e|ij)|laten we',
	'sprawdz(?:ę|my)|pozwól|zobaczę|uruchomię|przeczytam|poszukam|muszę|chcę',
	'давай(?:те)?|позвольте|я (?:проверю|посмотрю|запущу|прочитаю|найду|выполню|хочу)|проверю|посмотрю|запущу',
	'låt mig|jag ska|lad mig|jeg vil|anna minun|nechte mě|podívám|перевірю|дозвольте|să verific|lasă-mă',
	'izin ver|bakayım|bakacağım|edeceğim|để tôi|tôi sẽ|saya akan|biarkan saya|سأ\\p{L}+|دعني|दीजिए|करता हूँ',
	'^(?:now|on to|next,?) (?:the|to)|one moment|(?:just )?a (?:moment|second)|hold on|[—–-] (?:checking|running|reading|looking)|minut[oa]?',
	'I need (?!you)|(?:brauche|benötige|führe|versuche|probiere|teste) ich|ich (?:brauche|benötige|versuche|probiere)',
	"il me faut|j[’']ai besoin|je (?:teste|relance|réessaie)|miro|reviso|mi serv(?:e|ono)|ho bisogno",
	'^(?:executando|rodando|verificando|lendo|procurando|buscando|abrindo|consultando)|preciso d[aeo]s?',
	'(?:запускаю|читаю|проверяю|ищу|открываю|смотрю|выполняю|выполню|прочитаю|поищу)|мне нуж\\p{L}+',
	'أحتاج|मैं [^।:]*?(?:ता|ती) हूँ|मुझे [^।:]*?चाहिए',
];
const intentsUnspaced: readonly string[] = [
	'[让讓]我|我[来來将將会會要先去查]|我(?:需要|现在)',
	'(?:確認|検索|実行|取得|調査|チェック)し(?:てみ)?ます|調べ(?:てみ)?ます|見てみます|してみます|しましょう',
	'겠습니다|할게요|볼게요|하겠|보겠|해 ?보자',
	'稍等|我[检檢]查|お待ちください|^(?!.*は).*(?:読み|開き|探し)ます',
	// If it names a topic, this sentence may describe what a command does.
	'^(?!.*[은는] ).*(?:실행|확인|검색|조회|시작)합니다',
];

/** Patterns for: an example follows. */
const examples: readonly string[] = [
	'examples?|for instance|e\\.g|sample|illustrat\\p{L}*|demonstrat\\p{L}*|looks? like|show(?:s|n|ing)? you|formats?|syntax|templates?|hypothetical(?:ly)?|quot(?:es?|ed|ing)',
	'\\p{L}*beispiel\\p{L}*|z\\. ?b|muster|veranschaulich\\p{L}*|sieht (?:\\p{L}+ )*so aus|sähe|vorlage|zitat',
	'exempl?es?|ressembl\\p{L}*|illustr\\p{L}*|échantillon|gabarit|ejemplos?|aspecto|muestra|ilustra\\p{L}*|formato|plantilla',
	'exemplos?|amostra|mostr\\p{L}*|forma|esempi\\p{L}*|aspetto|campione|modello',
	'\\p{L}*voorbeeld\\p{L}*|bijv|ziet (?:\\p{L}+ )*uit|formaat|sjabloon|toont',
	'przykład\\p{L}*|np|wygląda\\p{L}*|ilustrac\\p{L}*|wzór|szablon|pokaz\\p{L}*',
	'(?:на)?пример\\p{L}*|выгляд\\p{L}*|образ(?:ец|цы)|шаблон\\p{L}*|пока(?:жу|зан\\p{L}*|зыва\\p{L}*)|приклад\\p{L}*',
	'exempel|eksempel\\p{L}*|esimerk\\p{L}*|příklad\\p{L}*|példa\\p{L}*|örne\\p{L}*|ví dụ|contoh|παράδειγμα|exempl\\p{L}*|उदाहरण',
];
const examplesUnspaced: readonly string[] = [
	'例|示范|样[例本子]|範例|比如|譬如|如下|模板|格式|这样写|写成',
	'たとえば|見本|次のよう|このよう|形式|サンプル|テンプレート',
	'예[:시를]|예를|견본|다음과 같|형식|샘플|مثال|مثلا',
];

/** Patterns for: the model is about to say something, not to act. */
const tellings: readonly string[] = [
	'tell(?:ing)?|show(?:ing)?|explain(?:ing)?|describ(?:e|ing)|paste|repeat|summari[sz]e|translat(?:e|ing)|outline|recap|cite|present|document|write (?:down|out|it)',
	'zeig\\p{L}*|erklär\\p{L}*|erläuter\\p{L}*|beschreib\\p{L}*|wiedergeb\\p{L}*|übersetz\\p{L}*|montr\\p{L}*|expliqu\\p{L}*|décri\\p{L}*|tradui\\p{L}*',
	'explic\\p{L}*|muestr\\p{L}*|mostr\\p{L}*|describ\\p{L}*|descrev\\p{L}*|traduc\\p{L}*|traduz\\p{L}*|spieg\\p{L}*|descriv\\p{L}*|tradur\\p{L}*',
	'toon|tonen|uitleg\\p{L}*|beschrijf|vertaal|wyjaśni\\p{L}*|poka(?:żę|zać)|opisz\\p{L}*|przetłumacz\\p{L}*|объясн\\p{L}*|расска\\p{L}*|покаж\\p{L}*|опиш\\p{L}*|перев(?:еду|ести)',
];
const tellingsUnspaced: readonly string[] = [
	'解[释釋]|[说說]明|展示|给你看|翻[译譯]|引用|説明|紹介|見せ|翻訳|설명|보여|번역|인용',
];

/** Patterns for: the model points at what follows. */
const pointings: readonly string[] = [
	'following|as follows|below|(?:nach)?folgend\\p{L}*|suivante?s?|ci-dessous|siguientes?|abajo|seguintes?|abaixo|seguent[ei]|sotto|volgende|hieronder|następując\\p{L}*|poniż\\p{L}*|следующ\\p{L}*|ниже',
];
const pointingsUnspaced: readonly string[] = ['以下|如下|下面|次の|下記|다음|아래'];

/** Patterns for: somebody else writes such a call, or this is how it is written. */
const reports: readonly string[] = [
	"(?:that|this|here|it)(?:['’]s| is) how|(?:model|assistant|agent|template|transcript|prompt)s?|qwen|llama|gpt|claude|mistral|deepseek|kimi|gemini",
	"so (?:schreib\\p{L}*|ruf\\p{L}*|mach\\p{L}*|geht)|modell\\p{L}*|vorlage\\p{L}*|c[’']est ainsi|modèles?|gabarits?",
	"yourself|your (?:shell|terminal|machine|console)|you (?:can|could|should|must|have to|need to|may)|here(?:['’]s| is| are)|contains?|(?:ends|begins|starts) with",
	'(?:selbst|selber)|enthält|vous-même|contient|contiene|contém|usted mismo|tú mismo|você mesmo|te stesso|сами|содержит|بنفسك|खुद',
	'así (?:lo|se|es)|modelos?|plantillas?|é assim|così|modell[oi]|modella',
	'так (?:это|его|её|пишет|выглядит)|модел\\p{L}*|шаблон\\p{L}*|هكذا|النموذج|القالب|मॉडल|टेम्पलेट|ऐसे',
];
const reportsUnspaced: readonly string[] = [
	'请?自己|ご自身|직접|模型|模板|这样|這樣|モデル|テンプレート|こう(?:書|呼|なり)|このよう|모델|템플릿|이렇게',
];

/** Patterns for: this must not be done. */
const prohibitions: readonly string[] = [
	"never|(?:do not|don['’]t|must not|should not|shouldn['’]t) (?:be )?(?:run|ran|executed?|call(?:ed)?|used?|send|sent|do|done)",
	"niemals|nicht aus(?:zu)?führ\\p{L}*|darf nicht|jamais|n[’']exécut\\p{L}*|nunca|no (?:lo |la )?ejecut\\p{L}*|não execut\\p{L}*",
	'mai|non esegu\\p{L}*|nooit|niet uit(?:te)?voer\\p{L}*|nigdy|nie (?:uruchami|wykon)\\p{L}*|никогда|не (?:выполн|запуск)\\p{L}*',
];
const prohibitionsUnspaced: readonly string[] = [
	'千万|绝不|切勿|请勿|勿|不要|禁止|絶対に|ないでください|してはいけ|절대|마세요|마십시오|금지',
];

/** Words that may announce an example. They count only if the call follows in the same line. */
const weakExamples =
	/\b(?:like (?:this|so)|would|means|shows?|wrote|writes|emits|emitted|outputs?|prints|printed|returns|returned|replies|replied|answers|answered|produces|produced|generates|generated|sends|sent|expects|said|says|log|transcript of|instead of|here(?:['’]s| is) (?:what|how|an?)|not|cannot|(?:don|won|can|couldn)['’]t)\b/iu;

const patterns: Readonly<Record<Kind, RegExp>> = {
	intent: wordsOf(intents, intentsUnspaced),
	example: wordsOf(examples, examplesUnspaced),
	forbidden: wordsOf(prohibitions, prohibitionsUnspaced),
	telling: wordsOf(tellings, tellingsUnspaced),
	pointing: wordsOf(pointings, pointingsUnspaced),
	reported: wordsOf(reports, reportsUnspaced),
};

function wordsOf(spaced: readonly string[], unspaced: readonly string[]): RegExp {
	const words = `(?<![\\p{L}\\d])(?:${spaced.join('|')})(?![\\p{L}\\d])`;
	return new RegExp(`${words}|${unspaced.join('|')}`, 'iu');
}

export function says(kind: Kind, sentence: string): boolean {
	return patterns[kind].test(sentence);
}

export function saysWeakly(line: string): boolean {
	return weakExamples.test(line);
}

/** Matches a name alone on a line, which is a speaker in a quoted conversation. */
const speaker = /^\W*(?:assistant|user|human|model|system|tool|ai)\W*[:：]\W*$/i;

export function isSpeaker(line: string): boolean {
	return speaker.test(line);
}
