-- A journal as the first edition wrote it, of a game that goes on; readings of two events are kept.
PRAGMA application_id = 1146438227;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "events" VALUES(1,1,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"setup","first":"red","ranking":["eridu","ur","umma","nippur","uruk","kish","adab","lagash"],"influence":["economy","politics","military","politics","politics","religion"]}',1819890120);
INSERT INTO "events" VALUES(1,2,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"red","at":"adab.town-1","frame":"8"}',4027521772);
INSERT INTO "events" VALUES(1,3,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"blue","at":"kish.town-3","frame":"16"}',2538630435);
INSERT INTO "events" VALUES(1,4,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"yellow","at":"eridu.village-2","frame":"24"}',1194426456);
INSERT INTO "events" VALUES(1,5,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"red","at":"kish.town-1","frame":"32"}',2514754555);
INSERT INTO "events" VALUES(1,6,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"blue","at":"eridu.town-1","frame":"40"}',937596599);
INSERT INTO "events" VALUES(1,7,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"yellow","at":"nippur.town-1","frame":"48"}',781878631);
INSERT INTO "events" VALUES(1,8,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"red","at":"eridu.town-2","frame":"56"}',3597813458);
INSERT INTO "events" VALUES(1,9,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"blue","at":"eridu.city","frame":"64"}',2232953962);
INSERT INTO "events" VALUES(1,10,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"yellow","at":"eridu.village-1","frame":"72"}',3048568287);
INSERT INTO "events" VALUES(1,11,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"red","at":"nippur.town-3","frame":"80"}',1054308734);
INSERT INTO "events" VALUES(1,12,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"blue","at":"uruk.city","frame":"88"}',796311665);
INSERT INTO "events" VALUES(1,13,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"yellow","at":"ur.town-3","frame":"96"}',3960111908);
INSERT INTO "events" VALUES(1,14,'{"time":"2026-11-27T08:55:31Z","by":"camera","type":"place","player":"red","at":"lagash.town-2","frame":"104"}',3544828248);
INSERT INTO "events" VALUES(1,15,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"blue","at":"eridu.town-3","frame":"112"}',481241239);
INSERT INTO "events" VALUES(1,16,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"yellow","at":"kish.village-2","frame":"120"}',2528055300);
INSERT INTO "events" VALUES(1,17,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"red","at":"lagash.city","frame":"128"}',1117670968);
INSERT INTO "events" VALUES(1,18,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"blue","at":"ur.town-2","frame":"136"}',3568616670);
INSERT INTO "events" VALUES(1,19,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"yellow","at":"adab.village-3","frame":"144"}',2309814821);
INSERT INTO "events" VALUES(1,20,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"red","at":"umma.village-3","frame":"152"}',2097859975);
INSERT INTO "events" VALUES(1,21,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"blue","at":"umma.city","frame":"160"}',1118530828);
INSERT INTO "events" VALUES(1,22,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"yellow","at":"uruk.town-2","frame":"168"}',187823509);
INSERT INTO "events" VALUES(1,23,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"red","at":"umma.town-2","frame":"176"}',395213997);
INSERT INTO "events" VALUES(1,24,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"blue","at":"adab.city","frame":"184"}',4042487696);
INSERT INTO "events" VALUES(1,25,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"place","player":"yellow","at":"nippur.city","frame":"192"}',3345214890);
INSERT INTO "events" VALUES(1,26,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"add","player":"red","at":"kish.city","frame":"200"}',936069209);
INSERT INTO "events" VALUES(1,27,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"undo","to":26,"frame":"215"}',2296282655);
INSERT INTO "events" VALUES(1,28,'{"time":"2026-11-27T08:55:32Z","by":"camera","type":"add","player":"red","at":"kish.city","frame":"230"}',102978244);
CREATE TABLE evidence (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        event INTEGER NOT NULL,
        moment TEXT NOT NULL CHECK (moment IN ('before', 'after')),
        reading TEXT,
        cropped BLOB,
        whole BLOB,
        UNIQUE (game, event, moment),
        FOREIGN KEY (game, event) REFERENCES events ON DELETE CASCADE
    ) STRICT
    ;
INSERT INTO "evidence" VALUES(1,1,1,'before','{"frame":"2","registered":true,"hand":false,"occluded":[],"board":{},"unsure":[],"confidence":1.0,"ranking":["eridu","ur","umma","nippur","uruk","kish","adab","lagash"],"influence":["economy","politics","military","politics","politics","religion"]}',NULL,NULL);
INSERT INTO "evidence" VALUES(2,1,1,'after','{"frame":"2","registered":true,"hand":false,"occluded":[],"board":{},"unsure":[],"confidence":1.0,"ranking":["eridu","ur","umma","nippur","uruk","kish","adab","lagash"],"influence":["economy","politics","military","politics","politics","religion"]}',NULL,NULL);
INSERT INTO "evidence" VALUES(3,1,2,'before','{"frame":"7","registered":true,"hand":false,"occluded":[],"board":{"adab.town-1":"red"},"unsure":[],"confidence":1.0,"ranking":["eridu","ur","umma","nippur","uruk","kish","adab","lagash"],"influence":["economy","politics","military","politics","politics","religion"]}',NULL,NULL);
INSERT INTO "evidence" VALUES(4,1,2,'after','{"frame":"8","registered":true,"hand":false,"occluded":[],"board":{"adab.town-1":"red"},"unsure":[],"confidence":1.0,"ranking":["eridu","ur","umma","nippur","uruk","kish","adab","lagash"],"influence":["economy","politics","military","politics","politics","religion"]}',NULL,NULL);
CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started TEXT NOT NULL,
        finished TEXT,
        header TEXT NOT NULL,
        board TEXT NOT NULL,
        names TEXT NOT NULL,
        first TEXT,
        checksum INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "games" VALUES(1,'2026-11-27T08:55:31Z',NULL,'{"record": 1, "game": "sumeria", "board": "dubsar", "players": ["red", "blue", "yellow"], "rulings": {}}
','# The board that comes with the program. It is our own and fictional: neither its layout nor its
# roads are those of the boxed game. The cities'' names are those of real Sumerian cities.
format = 1
game = "sumeria"
name = "Dubsar''s own board (fictional, not the boxed game''s)"
size_mm = [560.0, 420.0]

[[city_state]]
id = "kish"
name = "Kish"

[[city_state]]
id = "nippur"
name = "Nippur"

[[city_state]]
id = "adab"
name = "Adab"

[[city_state]]
id = "umma"
name = "Umma"

[[city_state]]
id = "uruk"
name = "Uruk"

[[city_state]]
id = "eridu"
name = "Eridu"

[[city_state]]
id = "ur"
name = "Ur"

[[city_state]]
id = "lagash"
name = "Lagash"

[[location]]
id = "kish.city"
kind = "city"
city_state = "kish"
at_mm = [80.0, 92.0]
radius_mm = 10.0

[[location]]
id = "kish.town-1"
kind = "town"
city_state = "kish"
at_mm = [42.0, 42.0]
radius_mm = 9.0

[[location]]
id = "kish.town-2"
kind = "town"
city_state = "kish"
at_mm = [124.0, 60.0]
radius_mm = 9.0

[[location]]
id = "kish.town-3"
kind = "town"
city_state = "kish"
at_mm = [52.0, 140.0]
radius_mm = 9.0

[[location]]
id = "kish.village-1"
kind = "village"
city_state = "kish"
at_mm = [86.0, 32.0]
radius_mm = 8.0

[[location]]
id = "kish.village-2"
kind = "village"
city_state = "kish"
at_mm = [32.0, 92.0]
radius_mm = 8.0

[[location]]
id = "kish.village-3"
kind = "village"
city_state = "kish"
at_mm = [114.0, 126.0]
radius_mm = 8.0

[[location]]
id = "nippur.city"
kind = "city"
city_state = "nippur"
at_mm = [216.0, 74.0]
radius_mm = 10.0

[[location]]
id = "nippur.town-1"
kind = "town"
city_state = "nippur"
at_mm = [166.0, 38.0]
radius_mm = 9.0

[[location]]
id = "nippur.town-2"
kind = "town"
city_state = "nippur"
at_mm = [258.0, 42.0]
radius_mm = 9.0

[[location]]
id = "nippur.town-3"
kind = "town"
city_state = "nippur"
at_mm = [200.0, 126.0]
radius_mm = 9.0

[[location]]
id = "nippur.village-1"
kind = "village"
city_state = "nippur"
at_mm = [212.0, 26.0]
radius_mm = 8.0

[[location]]
id = "nippur.village-2"
kind = "village"
city_state = "nippur"
at_mm = [166.0, 88.0]
radius_mm = 8.0

[[location]]
id = "nippur.village-3"
kind = "village"
city_state = "nippur"
at_mm = [252.0, 108.0]
radius_mm = 8.0

[[location]]
id = "adab.city"
kind = "city"
city_state = "adab"
at_mm = [348.0, 96.0]
radius_mm = 10.0

[[location]]
id = "adab.town-1"
kind = "town"
city_state = "adab"
at_mm = [302.0, 50.0]
radius_mm = 9.0

[[location]]
id = "adab.town-2"
kind = "town"
city_state = "adab"
at_mm = [394.0, 58.0]
radius_mm = 9.0

[[location]]
id = "adab.town-3"
kind = "town"
city_state = "adab"
at_mm = [316.0, 138.0]
radius_mm = 9.0

[[location]]
id = "adab.village-1"
kind = "village"
city_state = "adab"
at_mm = [348.0, 34.0]
radius_mm = 8.0

[[location]]
id = "adab.village-2"
kind = "village"
city_state = "adab"
at_mm = [300.0, 96.0]
radius_mm = 8.0

[[location]]
id = "adab.village-3"
kind = "village"
city_state = "adab"
at_mm = [390.0, 124.0]
radius_mm = 8.0

[[location]]
id = "umma.city"
kind = "city"
city_state = "umma"
at_mm = [482.0, 88.0]
radius_mm = 10.0

[[location]]
id = "umma.town-1"
kind = "town"
city_state = "umma"
at_mm = [438.0, 34.0]
radius_mm = 9.0

[[location]]
id = "umma.town-2"
kind = "town"
city_state = "umma"
at_mm = [528.0, 74.0]
radius_mm = 9.0

[[location]]
id = "umma.town-3"
kind = "town"
city_state = "umma"
at_mm = [452.0, 136.0]
radius_mm = 9.0

[[location]]
id = "umma.village-1"
kind = "village"
city_state = "umma"
at_mm = [480.0, 46.0]
radius_mm = 8.0

[[location]]
id = "umma.village-2"
kind = "village"
city_state = "umma"
at_mm = [432.0, 86.0]
radius_mm = 8.0

[[location]]
id = "umma.village-3"
kind = "village"
city_state = "umma"
at_mm = [512.0, 128.0]
radius_mm = 8.0

[[location]]
id = "uruk.city"
kind = "city"
city_state = "uruk"
at_mm = [84.0, 252.0]
radius_mm = 10.0

[[location]]
id = "uruk.town-1"
kind = "town"
city_state = "uruk"
at_mm = [40.0, 206.0]
radius_mm = 9.0

[[location]]
id = "uruk.town-2"
kind = "town"
city_state = "uruk"
at_mm = [130.0, 228.0]
radius_mm = 9.0

[[location]]
id = "uruk.town-3"
kind = "town"
city_state = "uruk"
at_mm = [46.0, 298.0]
radius_mm = 9.0

[[location]]
id = "uruk.village-1"
kind = "village"
city_state = "uruk"
at_mm = [88.0, 206.0]
radius_mm = 8.0

[[location]]
id = "uruk.village-2"
kind = "village"
city_state = "uruk"
at_mm = [30.0, 252.0]
radius_mm = 8.0

[[location]]
id = "uruk.village-3"
kind = "village"
city_state = "uruk"
at_mm = [108.0, 304.0]
radius_mm = 8.0

[[location]]
id = "eridu.city"
kind = "city"
city_state = "eridu"
at_mm = [208.0, 262.0]
radius_mm = 10.0

[[location]]
id = "eridu.town-1"
kind = "town"
city_state = "eridu"
at_mm = [176.0, 214.0]
radius_mm = 9.0

[[location]]
id = "eridu.town-2"
kind = "town"
city_state = "eridu"
at_mm = [258.0, 240.0]
radius_mm = 9.0

[[location]]
id = "eridu.town-3"
kind = "town"
city_state = "eridu"
at_mm = [236.0, 308.0]
radius_mm = 9.0

[[location]]
id = "eridu.village-1"
kind = "village"
city_state = "eridu"
at_mm = [222.0, 214.0]
radius_mm = 8.0

[[location]]
id = "eridu.village-2"
kind = "village"
city_state = "eridu"
at_mm = [160.0, 256.0]
radius_mm = 8.0

[[location]]
id = "eridu.village-3"
kind = "village"
city_state = "eridu"
at_mm = [168.0, 302.0]
radius_mm = 8.0

[[location]]
id = "ur.city"
kind = "city"
city_state = "ur"
at_mm = [350.0, 242.0]
radius_mm = 10.0

[[location]]
id = "ur.town-1"
kind = "town"
city_state = "ur"
at_mm = [306.0, 206.0]
radius_mm = 9.0

[[location]]
id = "ur.town-2"
kind = "town"
city_state = "ur"
at_mm = [392.0, 284.0]
radius_mm = 9.0

[[location]]
id = "ur.town-3"
kind = "town"
city_state = "ur"
at_mm = [310.0, 292.0]
radius_mm = 9.0

[[location]]
id = "ur.village-1"
kind = "village"
city_state = "ur"
at_mm = [354.0, 194.0]
radius_mm = 8.0

[[location]]
id = "ur.village-2"
kind = "village"
city_state = "ur"
at_mm = [298.0, 252.0]
radius_mm = 8.0

[[location]]
id = "ur.village-3"
kind = "village"
city_state = "ur"
at_mm = [352.0, 308.0]
radius_mm = 8.0

[[location]]
id = "lagash.city"
kind = "city"
city_state = "lagash"
at_mm = [484.0, 254.0]
radius_mm = 10.0

[[location]]
id = "lagash.town-1"
kind = "town"
city_state = "lagash"
at_mm = [438.0, 206.0]
radius_mm = 9.0

[[location]]
id = "lagash.town-2"
kind = "town"
city_state = "lagash"
at_mm = [528.0, 226.0]
radius_mm = 9.0

[[location]]
id = "lagash.town-3"
kind = "town"
city_state = "lagash"
at_mm = [456.0, 302.0]
radius_mm = 9.0

[[location]]
id = "lagash.village-1"
kind = "village"
city_state = "lagash"
at_mm = [488.0, 200.0]
radius_mm = 8.0

[[location]]
id = "lagash.village-2"
kind = "village"
city_state = "lagash"
at_mm = [434.0, 254.0]
radius_mm = 8.0

[[location]]
id = "lagash.village-3"
kind = "village"
city_state = "lagash"
at_mm = [526.0, 284.0]
radius_mm = 8.0

# The northern road
[[route]]
through = [
    "kish.town-1", "kish.village-1", "kish.town-2", "nippur.town-1", "nippur.village-1",
    "nippur.town-2", "adab.town-1", "adab.village-1", "adab.town-2", "umma.town-1",
    "umma.village-1", "umma.town-2",
]

# The royal road, from city to city
[[route]]
through = [
    "kish.town-1", "kish.village-2", "kish.city", "nippur.village-2", "nippur.city",
    "adab.village-2", "adab.city", "umma.village-2", "umma.city", "umma.town-2",
]

# The ring, crossing the river twice
[[route]]
through = [
    "nippur.city", "nippur.town-3", "eridu.village-1", "eridu.city", "ur.village-2", "ur.city",
    "ur.town-1", "adab.town-3", "adab.city", "adab.village-2", "nippur.city",
]

# By-ways of the north
[[route]]
through = [
    "kish.city", "kish.village-3", "nippur.town-3",
]

[[route]]
through = [
    "nippur.city", "nippur.village-3", "adab.town-3",
]

# The eastern road
[[route]]
through = [
    "adab.city", "adab.village-3", "umma.town-3", "lagash.town-1", "lagash.village-1",
    "lagash.town-2", "lagash.city",
]

[[route]]
through = [
    "umma.town-3", "umma.village-3", "umma.city",
]

# The western road
[[route]]
through = [
    "kish.city", "kish.town-3", "uruk.town-1", "uruk.city",
]

# The south bank
[[route]]
through = [
    "uruk.town-1", "uruk.village-1", "uruk.town-2", "eridu.town-1", "eridu.city", "eridu.town-2",
    "ur.town-1",
]

# The road between the marshes
[[route]]
through = [
    "uruk.village-2", "uruk.city", "eridu.village-2", "eridu.city",
]

[[route]]
through = [
    "ur.city", "lagash.village-2", "lagash.city", "lagash.village-3",
]

[[route]]
through = [
    "ur.city", "ur.village-1", "lagash.town-1",
]

# The coast road
[[route]]
through = [
    "uruk.village-2", "uruk.town-3", "uruk.village-3", "eridu.village-3", "eridu.town-3",
    "ur.town-3", "ur.village-3", "ur.town-2", "lagash.town-3", "lagash.village-3",
]

[ranking]
slots_mm = [
    [20.0, 358.0, 50.0, 50.0],
    [87.0, 358.0, 50.0, 50.0],
    [154.0, 358.0, 50.0, 50.0],
    [221.0, 358.0, 50.0, 50.0],
    [288.0, 358.0, 50.0, 50.0],
    [355.0, 358.0, 50.0, 50.0],
    [422.0, 358.0, 50.0, 50.0],
    [489.0, 358.0, 50.0, 50.0],
]

[influence]
spaces_mm = [
    [24.0, 344.0, 9.0],
    [45.0, 344.0, 9.0],
    [66.0, 344.0, 9.0],
    [101.5, 344.0, 9.0],
    [122.5, 344.0, 9.0],
    [179.0, 344.0, 9.0],
]

[turn_track]
spaces_mm = [[492.0, 20.0, 8.0], [514.0, 20.0, 8.0], [536.0, 20.0, 8.0]]
','{}','red',2391880937);
CREATE TABLE notes (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        after INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum INTEGER NOT NULL
    ) STRICT
    ;
CREATE TABLE thinking (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        player TEXT NOT NULL,
        seconds REAL NOT NULL,
        PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "thinking" VALUES(1,'blue',19.75);
INSERT INTO "thinking" VALUES(1,'red',21.45);
INSERT INTO "thinking" VALUES(1,'yellow',16.0);
CREATE TRIGGER games_stay_as_they_began
    BEFORE UPDATE OF id, started, header, board, names, first, checksum ON games
    BEGIN SELECT RAISE(ABORT, 'a game stays as it began'); END;
CREATE TRIGGER events_are_added_at_the_end BEFORE INSERT ON events
    WHEN NEW.number IS NOT
        (SELECT coalesce(max(number), 0) + 1 FROM events WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'events are only added at the end'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
    WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game)
    BEGIN SELECT RAISE(ABORT, 'events are only deleted with their game'); END;
CREATE INDEX notes_of_a_game ON notes (game, after);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
COMMIT;
