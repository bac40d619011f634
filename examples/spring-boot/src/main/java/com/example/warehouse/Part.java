package com.example.warehouse;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;

@AdminModel(name = "parts", display = "{name}", searchFields = "name", navOrder = 10)
record Part(
        long id,
        @AdminField(maxLength = 80, unique = true) String name,
        @AdminField(minimum = "0") int stock) {}
