/** Words of a column's name: "visit_day", "visitDay" and "Visit day" have the same two. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== "");
}

const ids =
  /^(id|ids|uuid|guid|pid|uid|key|code|nr|no|number|nummer|num|index|idx|row|rownum|rowid|matricule|matrikel|kennung|identifiant|identificador|codigo|código|#|ssn|iban|zip|zipcode|postcode|plz|phone|telefon)$/;
const persons =
  /^(person|patient|patientin|participant|individual|child|user|pid|subject|subj|member|customer|client|kunde|kundin|proband|probandin|versuchsperson|vp|teilnehmer|teilnehmerin|sujet|paciente|paziente|persona|personne|usuario|schüler|student|employee|household|haushalt)(s|in)?(id|nr|no|code|key)?$/;
const times =
  /^(t|time|times|timestamp|datetime|age|day|days|date|week|weeks|month|months|year|years|hour|hours|minute|minutes|second|seconds|position|location|arg|argvals?|x|datum|zeit|zeitpunkt|tag|tage|woche|monat|jahr|alter|stunde|jour|mois|semaine|année|annee|heure|âge|fecha|día|dia|mes|año|hora|edad|data|ora|giorno|wave|session)$/;

/** True for an identifier of rows: "id", "order_no". */
export function isIdName(name: string): boolean {
  const words = wordsOf(name);
  return (
    ids.test(words.at(-1) ?? "") || ids.test(words[0] ?? "") || /^unnamed(: \d+)?$/i.test(name) || isPersonName(name)
  );
}

/** True for a number of visits of a person. */
export function isRunName(name: string): boolean {
  return /^(visit|scan|series|profile|trajectory)$/.test(wordsOf(name)[0] ?? "");
}

/** True for a column of persons: "person", "patient_id", "Kundennummer". */
export function isPersonName(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 0 || words.length > 3) return false;
  const compound = /^(patienten?|kunden|probanden|teilnehmer|personen?|mitglieds?)(nummer|nr|id|code|kennung)$/;
  return (persons.test(words[0]!) && words.slice(1).every((word) => ids.test(word))) || compound.test(words.join(""));
}

/** True for a number of persons: "households", "patients". */
export function isCountOfPersons(name: string): boolean {
  const [word = "", ...more] = wordsOf(name);
  return more.length === 0 && /s$/.test(word) && persons.test(word) && persons.test(word.slice(0, -1));
}

const counts =
  /^(n|n ?obs|counts?|cnt|freqs?|frequency|frequencies|fweights?|weights|multiplicity|häufigkeit(en)?|haeufigkeit(en)?|anzahl|effectifs?|fréquences?|frecuencias?|frequenza|conteggio|recuento|aantal)$/;

/** True for a number of records: "n", "count", "Häufigkeit"; not "weight". */
export function isCountName(name: string): boolean {
  return counts.test(wordsOf(name).join(" "));
}

const owners =
  /^(id|ids|uuid|guid|pid|uid|ssn|iban|matricule|matrikel|kennung|identifiant|identificador|email|mail|phone|telefon|account|konto|username|login)$/;

/** True for a possible person, if its values repeat: "id", "record_id", "email". */
export function mayBePersonName(name: string): boolean {
  const words = wordsOf(name);
  return isPersonName(name) || owners.test(words.at(-1) ?? "") || owners.test(words[0] ?? "");
}

const durations =
  /^(duration|durations|elapsed|runtime|lap|laps|split|splits|pace|dauer|laufzeit|fahrzeit|durée|duree|duración|duracion|durata|duur)$/;

/** True for a duration: "run_duration", "Dauer". */
export function isDurationName(name: string): boolean {
  return wordsOf(name).some((word) => durations.test(word));
}

/** True for a day: "date", "Datum". */
export function isDateName(name: string): boolean {
  return wordsOf(name).some((word) => /^(date|datum|fecha|data|dato|pvm|日付|日期)$/.test(word));
}

/** True for a time: "visit_day", "date", "Alter". */
export function isTimeName(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 0 || words.length > 3) return false;
  return times.test(words.at(-1)!) || (times.test(words[0]!) && words[0] !== "x" && words[0] !== "t");
}
