// Headers of tables in French, Spanish, Italian and Dutch, one line each, normalized as in header-vocabulary.ts.
// Source: the exports of Outlook in these languages, and tables written by hand.

/** Synonyms of each field, or part of a field. */
export const further_headers: Readonly<Record<string, readonly string[]>> = {
  title: [
    'titre objet intitule evenement nomdelevenement manifestation',
    'titulo asunto evento nombredelevento',
    'titolo oggetto nomeevento nomedellevento',
    'onderwerp evenement naamevenement activiteit',
  ],
  description: ['descriptif', 'descripcion', 'descrizione', 'beschrijving omschrijving'],
  all_day: [
    'journeeentiere toutelajournee',
    'todoeldia diacompleto',
    'giornataintera tuttoilgiorno',
    'heledag duurtheledag',
  ],
  venue: [
    'lieu emplacement salle lieudelevenement',
    'lugar ubicacion sala',
    'luogo ubicazione sede',
    'locatie plaats zaal',
  ],
  organizer: ['organisateur organisatrice', 'organizador organizadora', 'organizzatore', 'organisatie'],
  categories: ['categorie', 'categoria categorias', 'categorie', 'categorieen'],
  tags: ['motscles etiquettes', 'etiquetas palabrasclave', 'etichette parolechiave', 'trefwoorden'],
  start_date: [
    'debut datededebut datedebut',
    'inicio fechadecomienzo fechadeinicio fechainicio',
    'inizio datainizio datadiinizio',
    'begindatum aanvang',
  ],
  end_date: [
    'fin datedefin datefin',
    'fechadefinalizacion fechadefin fechafin',
    'fine datafine datadifine',
    'einddatum einde',
  ],
  start_time: [
    'heure horaire heurededebut heuredebut',
    'hora horario comienzo horadecomienzo horadeinicio horainicio',
    'ora orario orainizio oradiinizio',
    'tijd tijdstip begintijd aanvangstijd',
  ],
  end_time: [
    'heuredefin heurefin',
    'finalizacion horadefinalizacion horadefin horafin',
    'orafine oradifine',
    'eindtijd',
  ],
  duration: ['duree', 'duracion', 'durata', 'duur'],
  timezone: ['fuseauhoraire', 'zonahoraria', 'fusoorario', 'tijdzone'],
  cost: ['prix tarif tarifs', 'precio', 'prezzo costo', 'prijs toegang entree'],
  website: ['siteweb siteinternet lien', 'sitioweb paginaweb enlace', 'sitoweb', 'websiteadres'],
  address: ['adressepostale rue', 'direccion', 'indirizzo', 'adres straat'],
  city: ['ville', 'ciudad', 'citta', 'stad'],
  country: ['pays', 'pais', 'paese'],
  zip: ['codepostal', 'codigopostal'],
  email: ['courriel', 'correo correoelectronico'],
  phone: ['', 'telefono', 'telefono', 'telefoon'],
  privacy: ['prive criteredediffusion', 'privado confidencialidad', 'privato riservatezza', 'prive gevoeligheid'],
  date: ['', 'fecha', 'data', ''],
}
