package com.example.clinic;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;

@AdminModel(name = "doctors", display = "{name}", searchFields = "name", navGroup = "Clinic", navOrder = 20)
record Doctor(
        long id, @AdminField(maxLength = 80, unique = true) String name) {}
