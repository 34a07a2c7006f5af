BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0011');
CREATE TABLE bans (
	number INTEGER NOT NULL, 
	visitor_id VARCHAR(32), 
	network VARCHAR(50), 
	reason VARCHAR(200) NOT NULL, 
	created FLOAT NOT NULL, 
	until FLOAT, 
	PRIMARY KEY (number)
);
CREATE TABLE ceremonies (
	visitor_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	state JSON NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (visitor_id, kind)
);
CREATE TABLE devices (
	id VARCHAR(64) NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	endpoint VARCHAR(1000) NOT NULL, 
	p256dh VARCHAR(100) NOT NULL, 
	auth VARCHAR(50) NOT NULL, 
	talk BOOLEAN NOT NULL, 
	created FLOAT NOT NULL, 
	failures INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE entries (
	game_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	"by" VARCHAR(10), 
	action VARCHAR(100), 
	call VARCHAR(30), 
	undo INTEGER, 
	client_id VARCHAR(64), 
	at FLOAT NOT NULL, clocks TEXT, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('2pj9h9NATZJAywDU',1,'N','exchange goods',NULL,NULL,NULL,1.79560455551254653933e+09,'{"left":{"N":259199.939,"S":259200.0},"turn":"N","runs":true,"at":1795604555.5125465}');
INSERT INTO "entries" VALUES('vkun2jk0BRnbxJXG',1,'S',NULL,'resigned',0,NULL,1.79560455563650488855e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',1,'N','explore suns N.BL',NULL,NULL,NULL,1.79560455576377916335e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',2,'N','explore arms under',NULL,NULL,NULL,1.79560455578418159483e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',3,'N','exchange gold',NULL,NULL,NULL,1.79560455582769751552e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',4,'N','explore moons N.FL',NULL,NULL,NULL,1.79560455585232186322e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',5,'N','end',NULL,NULL,NULL,1.79560455587658810618e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',6,'S','explore suns S.FL',NULL,NULL,NULL,1.79560456210402679443e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',7,'S','explore crowns S.FM',NULL,NULL,NULL,1.79560456211533951763e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',8,'S','exchange goods',NULL,NULL,NULL,1.79560456211802387232e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',9,'S','road S.C S.FM',NULL,NULL,NULL,1.79560456212422943117e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',10,'S','end',NULL,NULL,NULL,1.79560456218113398546e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',11,'N','end',NULL,NULL,NULL,1.79560456222376894951e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',12,'S','move 2 S.FM',NULL,NULL,NULL,1.79560456238230705264e+09,NULL);
INSERT INTO "entries" VALUES('KDU7_Z4A5QrCKZFD',13,'S','end',NULL,NULL,NULL,1.79560456239589428901e+09,NULL);
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(30) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	seats JSON NOT NULL, 
	rulings JSON NOT NULL, 
	position JSON, 
	host VARCHAR(32) NOT NULL, 
	public BOOLEAN NOT NULL, 
	minutes FLOAT, 
	status VARCHAR(10) NOT NULL, 
	created FLOAT NOT NULL, 
	started FLOAT, 
	deadline FLOAT, 
	rematch VARCHAR(24), 
	from_id VARCHAR(24), 
	from_number INTEGER, 
	to_move VARCHAR(10), 
	moved FLOAT NOT NULL, advice BOOLEAN DEFAULT 0 NOT NULL, wakes FLOAT, seed VARCHAR(40) DEFAULT '0' NOT NULL, stand_in VARCHAR(100), place VARCHAR(32), seen FLOAT DEFAULT '0' NOT NULL, held_from INTEGER, clock JSON, clocks TEXT, proposal TEXT, talk BOOLEAN DEFAULT 1 NOT NULL, settled BOOLEAN DEFAULT 0 NOT NULL, rated BOOLEAN DEFAULT 0 NOT NULL, near INTEGER, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('2pj9h9NATZJAywDU','middlesea',1,'["N", "S"]','{"attack_port": "home", "capital_adjacency": false, "missionary_reach": "anywhere", "suppress_reach": "anywhere", "suppress_hire": false, "production": "forced", "trade_reserve": "board", "replace_opponent": true, "replace_early": false, "chain_unrest": "event", "port_only_unrest": 1, "defender_tires": false, "king_defends": true, "king_missionary_defence": "capital_and_king", "first_tie": "pawn_order", "negative_control": "floor", "score_tie": "shared", "round_limit": null}','{"game": "middlesea", "round": 1, "phase": "build", "turn": "N", "order": ["N", "S"], "sites": {}, "stacks": {"suns": ["S1", "S2", "S3", "S4", "S5"], "moons": ["M1", "M2", "M3", "M4", "M5"], "crowns": ["C1", "C2", "C3", "C4", "C5"], "arms": ["A1", "A2", "A3", "A4", "A5"]}, "seats": {"N": {"king": 1, "goods": 5, "gold": 5, "unrest": 0, "leaders": {"0": "reserve", "2": "reserve", "3": "reserve", "4": "reserve", "5": "reserve"}, "roads": [], "ports": {}}, "S": {"king": 1, "goods": 5, "gold": 5, "unrest": 0, "leaders": {"0": "reserve", "2": "reserve", "3": "reserve", "4": "reserve", "5": "reserve"}, "roads": [], "ports": {}}}, "rulings": {"attack_port": "home", "capital_adjacency": false, "missionary_reach": "anywhere", "suppress_reach": "anywhere", "suppress_hire": false, "production": "forced", "trade_reserve": "board", "replace_opponent": true, "replace_early": false, "chain_unrest": "event", "port_only_unrest": 1, "defender_tires": false, "king_defends": true, "king_missionary_defence": "capital_and_king", "first_tie": "pawn_order", "negative_control": "floor", "score_tie": "shared", "round_limit": null}, "time_up": false, "pending": null}','58fcf1817047506b16c0f5563e5c464d',0,NULL,'playing',1.79560455538954877848e+09,1.79560455545202231407e+09,NULL,NULL,NULL,NULL,'N',1.79560455551254653933e+09,0,1.79586375545154643051e+09,'90206265104892160198725902888511394488','random','4a7f618147ec69b205d8ac77a596f778',1.79560455538954877848e+09,0,'{"kind": "turn", "seconds": 259200, "increment": 0, "then": "bot"}','{"left":{"N":259199.939,"S":259200.0},"turn":"N","runs":true,"at":1795604555.5125465}','{"id":"pOOKo2hi","kind":"end","by":"N","number":1,"to":null,"agreed":["N"],"status":"open","declined":null}',1,0,0,NULL);
INSERT INTO "games" VALUES('UhCF0seXutEl_qc5','middlesea',1,'["N", "S"]','{"attack_port": "home", "capital_adjacency": false, "missionary_reach": "anywhere", "suppress_reach": "anywhere", "suppress_hire": false, "production": "forced", "trade_reserve": "board", "replace_opponent": true, "replace_early": false, "chain_unrest": "event", "port_only_unrest": 1, "defender_tires": false, "king_defends": true, "king_missionary_defence": "capital_and_king", "first_tie": "pawn_order", "negative_control": "floor", "score_tie": "shared", "round_limit": null}',NULL,'58fcf1817047506b16c0f5563e5c464d',1,NULL,'lobby',1.79560455558218169213e+09,NULL,NULL,NULL,NULL,NULL,'chance',1.79560455558218169213e+09,0,NULL,'108586733305593125137506668253681733773',NULL,'4a7f618147ec69b205d8ac77a596f778',1.79560455558218169213e+09,0,NULL,NULL,NULL,1,0,0,NULL);
INSERT INTO "games" VALUES('vkun2jk0BRnbxJXG','middlesea',1,'["N", "S"]','{"attack_port": "home", "capital_adjacency": false, "missionary_reach": "anywhere", "suppress_reach": "anywhere", "suppress_hire": false, "production": "forced", "trade_reserve": "board", "replace_opponent": true, "replace_early": false, "chain_unrest": "event", "port_only_unrest": 1, "defender_tires": false, "king_defends": true, "king_missionary_defence": "capital_and_king", "first_tie": "pawn_order", "negative_control": "floor", "score_tie": "shared", "round_limit": null}',NULL,'58fcf1817047506b16c0f5563e5c464d',0,NULL,'over',1.79560455559964036943e+09,1.79560455562365293502e+09,NULL,NULL,NULL,NULL,NULL,1.79560455563650488855e+09,0,NULL,'16288249198991581216491440853322797299',NULL,'4a7f618147ec69b205d8ac77a596f778',1.79560455559964036943e+09,0,NULL,NULL,NULL,1,1,1,NULL);
INSERT INTO "games" VALUES('KDU7_Z4A5QrCKZFD','middlesea',1,'["N", "S"]','{"attack_port": "home", "capital_adjacency": false, "missionary_reach": "anywhere", "suppress_reach": "anywhere", "suppress_hire": false, "production": "forced", "trade_reserve": "board", "replace_opponent": true, "replace_early": false, "chain_unrest": "event", "port_only_unrest": 1, "defender_tires": false, "king_defends": true, "king_missionary_defence": "capital_and_king", "first_tie": "pawn_order", "negative_control": "floor", "score_tie": "shared", "round_limit": null}','{"game": "middlesea", "round": 1, "phase": "build", "turn": "N", "order": ["N", "S"], "sites": {}, "stacks": {"suns": ["S1", "S2", "S3", "S4", "S5"], "moons": ["M1", "M2", "M3", "M4", "M5"], "crowns": ["C1", "C2", "C3", "C4", "C5"], "arms": ["A1", "A2", "A3", "A4", "A5"]}, "seats": {"N": {"king": 1, "goods": 5, "gold": 5, "unrest": 0, "leaders": {"0": "reserve", "2": "reserve", "3": "reserve", "4": "reserve", "5": "reserve"}, "roads": [], "ports": {}}, "S": {"king": 1, "goods": 5, "gold": 5, "unrest": 0, "leaders": {"0": "reserve", "2": "reserve", "3": "reserve", "4": "reserve", "5": "reserve"}, "roads": [], "ports": {}}}, "rulings": {"attack_port": "home", "capital_adjacency": false, "missionary_reach": "anywhere", "suppress_reach": "anywhere", "suppress_hire": false, "production": "forced", "trade_reserve": "board", "replace_opponent": true, "replace_early": false, "chain_unrest": "event", "port_only_unrest": 1, "defender_tires": false, "king_defends": true, "king_missionary_defence": "capital_and_king", "first_tie": "pawn_order", "negative_control": "floor", "score_tie": "shared", "round_limit": null}, "time_up": false, "pending": null}','58fcf1817047506b16c0f5563e5c464d',0,60.0,'playing',1.79560455566576123234e+09,1.79560455566590714462e+09,1.79560815566590714457e+09,NULL,NULL,NULL,'N',1.79560456239589428901e+09,0,1.79560815566590714457e+09,'244124631228100597190565592120620672946',NULL,'4a7f618147ec69b205d8ac77a596f778',1.79560455566576123234e+09,0,NULL,NULL,NULL,1,0,0,NULL);
CREATE TABLE links (
	token_hash VARCHAR(64) NOT NULL, 
	game_id VARCHAR(24) NOT NULL, 
	seat VARCHAR(10) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (token_hash), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE mutes (
	visitor_id VARCHAR(32) NOT NULL, 
	muted_id VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (visitor_id, muted_id)
);
INSERT INTO "mutes" VALUES('58fcf1817047506b16c0f5563e5c464d','eb1fac8156fceb0a690dfd545d48b681',1.7956045555675942898e+09);
CREATE TABLE notices (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	about VARCHAR(100) NOT NULL, 
	at FLOAT NOT NULL
);
CREATE TABLE "notifications" (
	game_id VARCHAR(24) NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	number BIGINT NOT NULL, 
	at FLOAT NOT NULL, until FLOAT, tries INTEGER DEFAULT '0' NOT NULL, devices JSON, 
	PRIMARY KEY (game_id, visitor_id, kind), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE passkeys (
	id VARCHAR(1400) NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	public TEXT NOT NULL, 
	signed BIGINT NOT NULL, 
	created FLOAT NOT NULL, 
	used FLOAT, 
	PRIMARY KEY (id)
);
INSERT INTO "passkeys" VALUES('-0qF2wGMC9yDBWnoQz2d-bCqAHA','58fcf1817047506b16c0f5563e5c464d','Phone','AAAAAAAAAAAAAAAAAAAAAAAU-0qF2wGMC9yDBWnoQz2d-bCqAHClAQIDJiABIVggDkyKgHcgkbC07KJOPDjEtZdyd487GhaA60tdY9jQlDIiWCBxRiJbxUSj1tR5BchzzNjmk0_iIZ94UM_uHTJl1OBTtQ',0,1.7956045552658753395e+09,NULL);
INSERT INTO "passkeys" VALUES('DzUXRhQuYOGg7BHIsRpLWYWW-LI','eb1fac8156fceb0a690dfd545d48b681','Phone','AAAAAAAAAAAAAAAAAAAAAAAUDzUXRhQuYOGg7BHIsRpLWYWW-LKlAQIDJiABIVgg8A7VE-2z7BFE-ViZOYPg3b9o58VpBGTWo5sj5dSBoT0iWCD13JNjMOMbjWuHfXxrH_0y13b5cR4cUaUUvHDeHRPx_g',0,1.79560455529473829263e+09,NULL);
CREATE TABLE profiles (
	visitor_id VARCHAR(32) NOT NULL, 
	address VARCHAR(16) NOT NULL, 
	listed BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (visitor_id), 
	UNIQUE (address)
);
INSERT INTO "profiles" VALUES('58fcf1817047506b16c0f5563e5c464d','hMaO9o5Pi1P3',1);
CREATE TABLE rated_seats (
	game_id VARCHAR(24) NOT NULL, 
	seat VARCHAR(10) NOT NULL, 
	game VARCHAR(30) NOT NULL, 
	seats INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	visitor_id VARCHAR(32), 
	bot VARCHAR(100), 
	share FLOAT NOT NULL, 
	left_early BOOLEAN NOT NULL, 
	met JSON NOT NULL, 
	place VARCHAR(32), 
	status VARCHAR(10) NOT NULL, 
	PRIMARY KEY (game_id, seat)
);
INSERT INTO "rated_seats" VALUES('vkun2jk0BRnbxJXG','N','middlesea',2,1.79560455563650488855e+09,'58fcf1817047506b16c0f5563e5c464d',NULL,1.0,0,'{"S": 0}','4a7f618147ec69b205d8ac77a596f778','counted');
INSERT INTO "rated_seats" VALUES('vkun2jk0BRnbxJXG','S','middlesea',2,1.79560455563650488855e+09,'eb1fac8156fceb0a690dfd545d48b681',NULL,0.0,1,'{"N": 0}','4a7f618147ec69b205d8ac77a596f778','counted');
CREATE TABLE rating_steps (
	game_id VARCHAR(24) NOT NULL, 
	seat VARCHAR(10) NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	game VARCHAR(30) NOT NULL, 
	seats INTEGER NOT NULL, 
	share FLOAT NOT NULL, 
	rating_before FLOAT NOT NULL, 
	spread_before FLOAT NOT NULL, 
	rating FLOAT NOT NULL, 
	spread FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game_id, seat)
);
INSERT INTO "rating_steps" VALUES('vkun2jk0BRnbxJXG','N','58fcf1817047506b16c0f5563e5c464d','middlesea',2,1.0,25.0,8.33333333333333392545e+00,25.0,8.33333333333333392545e+00,1.79560455563650488855e+09);
INSERT INTO "rating_steps" VALUES('vkun2jk0BRnbxJXG','S','eb1fac8156fceb0a690dfd545d48b681','middlesea',2,0.0,25.0,8.33333333333333392545e+00,23.0,8.06590141354368,1.79560455563650488855e+09);
CREATE TABLE rating_waits (
	game_id VARCHAR(24) NOT NULL, 
	seat VARCHAR(10) NOT NULL, 
	against VARCHAR(32) NOT NULL, 
	game VARCHAR(30) NOT NULL, 
	seats INTEGER NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	gain FLOAT NOT NULL, 
	PRIMARY KEY (game_id, seat, against)
);
INSERT INTO "rating_waits" VALUES('vkun2jk0BRnbxJXG','S','58fcf1817047506b16c0f5563e5c464d','middlesea',2,'eb1fac8156fceb0a690dfd545d48b681',-2.63538949314049730787e+00);
CREATE TABLE ratings (
	visitor_id VARCHAR(32) NOT NULL, 
	game VARCHAR(30) NOT NULL, 
	seats INTEGER NOT NULL, 
	rating FLOAT NOT NULL, 
	spread FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	at FLOAT NOT NULL, held FLOAT DEFAULT '0.0' NOT NULL, base_rating FLOAT DEFAULT '25.0' NOT NULL, base_spread FLOAT DEFAULT '8.333333333333334' NOT NULL, base_games INTEGER DEFAULT '0' NOT NULL, settled BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (visitor_id, game, seats)
);
INSERT INTO "ratings" VALUES('58fcf1817047506b16c0f5563e5c464d','middlesea',2,25.0,8.33333333333333392545e+00,1,1.79560455563650488855e+09,0.0,25.0,8.33333333333333392545e+00,0,0);
INSERT INTO "ratings" VALUES('eb1fac8156fceb0a690dfd545d48b681','middlesea',2,23.0,8.06590141354368,1,1.79560455563650488855e+09,-2.63538949314049730787e+00,25.0,8.33333333333333392545e+00,0,0);
CREATE TABLE remarks (
	game_id VARCHAR(24) NOT NULL, 
	number BIGINT NOT NULL, 
	room VARCHAR(10) NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	seat VARCHAR(10), 
	name VARCHAR(30), 
	phrase VARCHAR(20), 
	text VARCHAR(300), 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "remarks" VALUES('2pj9h9NATZJAywDU',1795604555537,'players','eb1fac8156fceb0a690dfd545d48b681','S','Bob',NULL,'so slow',1.7956045555376763344e+09);
INSERT INTO "remarks" VALUES('2pj9h9NATZJAywDU',1795604555557,'onlookers','e3281dc10268a4546f7997aa4f244923',NULL,NULL,NULL,'an onlooker',1.79560455555755019187e+09);
CREATE TABLE reports (
	game_id VARCHAR(24) NOT NULL, 
	number BIGINT NOT NULL, 
	visitor_id VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game_id, number, visitor_id), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "reports" VALUES('2pj9h9NATZJAywDU',1795604555537,'58fcf1817047506b16c0f5563e5c464d',1.79560455554806280139e+09);
CREATE TABLE results (
	game_id VARCHAR(24) NOT NULL, 
	seat VARCHAR(10) NOT NULL, 
	game VARCHAR(30) NOT NULL, 
	seats INTEGER NOT NULL, 
	visitor_id VARCHAR(32), 
	bot VARCHAR(100), 
	share FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "results" VALUES('vkun2jk0BRnbxJXG','N','middlesea',2,'58fcf1817047506b16c0f5563e5c464d',NULL,1.0,1.79560455563650488855e+09);
INSERT INTO "results" VALUES('vkun2jk0BRnbxJXG','S','middlesea',2,'eb1fac8156fceb0a690dfd545d48b681',NULL,0.0,1.79560455563650488855e+09);
CREATE TABLE seats (
	game_id VARCHAR(24) NOT NULL, 
	seat VARCHAR(10) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	visitor_id VARCHAR(32), 
	bot VARCHAR(100), 
	stand_in VARCHAR(100), 
	token_hash VARCHAR(64), 
	seen FLOAT, gone VARCHAR(10), rating FLOAT, spread FLOAT, place VARCHAR(32), 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('2pj9h9NATZJAywDU','N','person','Ida','58fcf1817047506b16c0f5563e5c464d',NULL,NULL,NULL,1.79560455538937258721e+09,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('2pj9h9NATZJAywDU','S','person','Bob','eb1fac8156fceb0a690dfd545d48b681',NULL,NULL,NULL,1.79560455545199179651e+09,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('UhCF0seXutEl_qc5','N','person','Ida','58fcf1817047506b16c0f5563e5c464d',NULL,NULL,NULL,1.79560455558216524119e+09,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('UhCF0seXutEl_qc5','S','open','',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('vkun2jk0BRnbxJXG','N','person','Ida','58fcf1817047506b16c0f5563e5c464d',NULL,NULL,NULL,1795604555.59784,NULL,25.0,8.33333333333333392545e+00,'4a7f618147ec69b205d8ac77a596f778');
INSERT INTO "seats" VALUES('vkun2jk0BRnbxJXG','S','person','Bob','eb1fac8156fceb0a690dfd545d48b681',NULL,NULL,NULL,1.79560455562246441838e+09,NULL,25.0,8.33333333333333392545e+00,'4a7f618147ec69b205d8ac77a596f778');
INSERT INTO "seats" VALUES('KDU7_Z4A5QrCKZFD','N','person','Ida','58fcf1817047506b16c0f5563e5c464d',NULL,NULL,NULL,1.79560455566547560687e+09,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('KDU7_Z4A5QrCKZFD','S','bot','Random',NULL,'random',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE servers (
	process VARCHAR(16) NOT NULL, 
	seen FLOAT NOT NULL, 
	facts JSON NOT NULL, 
	PRIMARY KEY (process)
);
CREATE TABLE visitors (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(30), 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "visitors" VALUES('58fcf1817047506b16c0f5563e5c464d','Ida',1.79560455514218068125e+09);
INSERT INTO "visitors" VALUES('eb1fac8156fceb0a690dfd545d48b681','Bob',1.79560455523971343036e+09);
CREATE INDEX games_by_status ON games (status, public, created);
CREATE INDEX games_by_host ON games (host);
CREATE INDEX seats_by_visitor ON seats (visitor_id, game_id);
CREATE INDEX seats_by_token ON seats (token_hash);
CREATE UNIQUE INDEX entries_by_client ON entries (game_id, "by", client_id);
CREATE INDEX links_by_game ON links (game_id);
CREATE INDEX games_by_wakes ON games (wakes);
CREATE INDEX games_by_place ON games (place, status);
CREATE INDEX mutes_by_muted ON mutes (muted_id);
CREATE INDEX devices_by_visitor ON devices (visitor_id);
CREATE INDEX passkeys_by_visitor ON passkeys (visitor_id);
CREATE INDEX results_by_visitor ON results (visitor_id, at);
CREATE INDEX ratings_by_game ON ratings (game, seats, rating);
CREATE INDEX rating_steps_by_visitor ON rating_steps (visitor_id, at);
CREATE INDEX notifications_by_until ON notifications (until);
CREATE INDEX rated_seats_by_visitor ON rated_seats (visitor_id, game, seats, at);
CREATE INDEX rated_seats_by_game ON rated_seats (game, seats, at);
CREATE INDEX rating_waits_by_against ON rating_waits (against, game, seats);
CREATE INDEX rating_waits_by_visitor ON rating_waits (visitor_id);
DELETE FROM "sqlite_sequence";
COMMIT;
