package com.example.clinic;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;

/** @param phone E.164, such as {@code +4930123456} */
@AdminModel(name = "patients", display = "{name}", searchFields = "name", navGroup = "Clinic", navOrder = 30)
record Patient(
        long id,
        @AdminField(maxLength = 80) String name,

        @AdminField(pattern = "^\\+[0-9]{7,15}$", maxLength = 16)
        String phone) {}
