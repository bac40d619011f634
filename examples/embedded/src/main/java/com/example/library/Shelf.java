package com.example.library;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;

@AdminModel(name = "shelves", display = "{name}", navGroup = "Library", navOrder = 30)
record Shelf(long id, @AdminField(maxLength = 40, unique = true) String name) {}
